import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.jsoup.Jsoup;
import org.jsoup.safety.Whitelist;

/**
 * Prints what jsoup makes of the texts on standard input, one answer a line, at once.
 *
 * <p>A text and an answer are the base64 of the UTF-16BE code units, so that any character, lone
 * surrogates included, passes unharmed. A text on which jsoup fails is answered by '!' and the
 * class of what it threw.
 */
public final class JsoupClean {
    private JsoupClean() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader texts =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintWriter answers = new PrintWriter(System.out, false, StandardCharsets.US_ASCII);
        for (String line = texts.readLine(); line != null; line = texts.readLine()) {
            answers.print(answer(decode(line)) + "\n");
            if (!texts.ready()) {
                answers.flush();
            }
        }
        answers.flush();
    }

    private static String answer(String text) {
        try {
            return encode(Jsoup.clean(text, Whitelist.none()));
        } catch (RuntimeException | StackOverflowError failure) {
            return "!" + failure.getClass().getName();
        }
    }

    private static String decode(String line) {
        return ByteBuffer.wrap(Base64.getDecoder().decode(line)).asCharBuffer().toString();
    }

    private static String encode(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
        bytes.asCharBuffer().put(text);
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
