import com.hankcs.hanlp.seg.common.Term;
import com.hankcs.hanlp.tokenizer.StandardTokenizer;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.safety.Whitelist;

/**
 * The arithmetic of the Java title tool and of the older article class over the real HanLP and the
 * real jsoup, as the reference that textsim is compared with.
 *
 * <p>Reads one title a line, written like the inside of a JSON string in ASCII (so a title may hold
 * line ends, U+0000 and lone surrogates), and prints one JSON object a line, ASCII as well:
 *
 * <ul>
 *   <li>clean: the title after cleaning
 *   <li>terms: [word, nature] of the cleaned title
 *   <li>title: its fingerprint by the title tool, 16 hexadecimal digits
 *   <li>article: the fingerprint of the same words by the article class
 *   <li>raw_terms, raw_article: the same of the title as it came, which is how that class works
 * </ul>
 *
 * <p>The last line of standard error tells titles and seconds of the work itself.
 */
public final class TitleTool {
  private static final int WIDTH = 64;
  private static final BigInteger MULTIPLIER = BigInteger.valueOf(1000003);
  private static final BigInteger MASK =
      BigInteger.ONE.shiftLeft(WIDTH).subtract(BigInteger.ONE);
  private static final int OFTEN = 5;
  private static final String STOP_NATURE = "w";
  private static final String[] STRIPPED = {
    " ", "\n", "\r", "\t", "\\r", "\\n", "\\t",
    "&nbsp;", "&amp;", "&lt;", "&gt;", "&quot;", "&qpos;",
  };

  private TitleTool() {}

  static String clean(String title) {
    String text = Jsoup.clean(title.toLowerCase(Locale.ROOT), Whitelist.none());
    for (String pattern : STRIPPED) {
      text = text.replaceAll(pattern, "");
    }
    return text;
  }

  /** The title tool lengthens a short word by its first character; the article class does not. */
  static BigInteger hash(String word, boolean padded) {
    if (word == null || word.isEmpty()) {
      return BigInteger.ZERO;
    }
    StringBuilder source = new StringBuilder(word);
    while (padded && source.length() < 3) {
      source.append(source.charAt(0));
    }
    BigInteger x = BigInteger.valueOf(source.charAt(0) << 7);
    for (int i = 0; i < source.length(); i++) {
      x = x.multiply(MULTIPLIER).xor(BigInteger.valueOf(source.charAt(i))).and(MASK);
    }
    return x.xor(BigInteger.valueOf(source.length()));
  }

  static String titleFingerprint(List<Term> terms) {
    Map<String, Integer> counts = new HashMap<>();
    int[] votes = new int[WIDTH];
    for (Term term : terms) {
      int count = counts.getOrDefault(term.word, 0);
      if (count > OFTEN) {
        continue;
      }
      counts.put(term.word, count + 1);
      if (term.nature.toString().equals(STOP_NATURE)) {
        continue;
      }
      vote(votes, hash(term.word, true));
    }
    return hex(votes);
  }

  static String articleFingerprint(List<Term> terms) {
    int[] votes = new int[WIDTH];
    for (Term term : terms) {
      vote(votes, hash(term.word, false));
    }
    return hex(votes);
  }

  private static void vote(int[] votes, BigInteger hash) {
    for (int i = 0; i < WIDTH; i++) {
      votes[i] += hash.testBit(i) ? 1 : -1;
    }
  }

  private static String hex(int[] votes) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < WIDTH; i++) {
      if (votes[i] >= 0) {
        value = value.setBit(i);
      }
    }
    return String.format("%016x", value);
  }

  private static String unescape(String line) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char kind = line.charAt(++i);
      switch (kind) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'u' -> {
          text.append((char) Integer.parseInt(line.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> text.append(kind);
      }
    }
    return text.toString();
  }

  private static String quote(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  private static String quote(List<Term> terms) {
    List<String> pairs = new ArrayList<>();
    for (Term term : terms) {
      pairs.add("[" + quote(term.word) + "," + quote(term.nature.toString()) + "]");
    }
    return "[" + String.join(",", pairs) + "]";
  }

  /** Everything the title tool does for one title, without printing it. */
  private static String fingerprint(String title) {
    return titleFingerprint(StandardTokenizer.segment(clean(title)));
  }

  private static String report(String title) {
    String cleaned = clean(title);
    List<Term> terms = StandardTokenizer.segment(cleaned);
    List<Term> raw = StandardTokenizer.segment(title);
    return "{\"clean\":" + quote(cleaned)
        + ",\"terms\":" + quote(terms)
        + ",\"title\":" + quote(titleFingerprint(terms))
        + ",\"article\":" + quote(articleFingerprint(terms))
        + ",\"raw_terms\":" + quote(raw)
        + ",\"raw_article\":" + quote(articleFingerprint(raw))
        + "}\n";
  }

  public static void main(String[] arguments) throws IOException {
    List<String> titles = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      titles.add(unescape(line));
    }
    Writer out =
        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
    for (String title : titles) {
      out.write(report(title));
    }
    out.flush();
    long start = System.nanoTime();
    for (String title : titles) {
      fingerprint(title);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.err.println(String.format(Locale.ROOT, "%d titles, %.6f s", titles.size(), seconds));
  }
}
