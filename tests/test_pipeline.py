from __future__ import annotations

import csv
import io
import os
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import textsim
from textsim import Pipeline, get_profile
from textsim.errors import InputError, InputTypeError, ProfileMismatchError
from textsim.pipeline import pipeline_for
from textsim.segment import load_segmenter
from textsim.simhash import simhash
from textsim.wordhash import wordhash

TITLES = [
    "有哪些养猫必须知道的冷知识？",
    "冬天适合去哪里泡温泉",
    "新手怎么选羽毛球拍",
    "春节放假通知",
    "iPhone15降价3.5%，值得买吗？",
    "<p>年龄大于50岁的人 <b>怎么</b> 锻炼</p>",
]


def hexes(*texts: str, profile: str = "title") -> list[str]:
    return [textsim.fingerprint(text, profile=profile).hex for text in texts]


def alike(*texts: str) -> bool:
    return len(set(hexes(*texts))) == 1


@pytest.mark.parametrize("text", TITLES)
@pytest.mark.parametrize("bits", [64, 128, 256])
def test_a_trace_can_be_recomputed_by_hand(text: str, bits: int) -> None:
    profile = get_profile("title").with_options(bits=bits)
    pipeline = pipeline_for(profile)
    trace = pipeline.trace(text)
    assert pipeline.clean(text) == trace.plain
    assert tuple(pipeline.tokens(trace.plain)) == trace.tokens
    assert [h[:2] for h in trace.hashed] == [tuple(f) for f in trace.features.kept]
    assert all(wordhash(h.word, profile.wordhash) == h.hash for h in trace.hashed)
    hashes = [h.hash for h in trace.hashed]
    weights = [h.weight for h in trace.hashed]
    assert simhash(hashes, weights, profile.simhash) == trace.fingerprint.value
    assert trace.fingerprint == pipeline.fingerprint(text)
    sums = [
        sum(w if h >> i & 1 else -w for h, w in zip(hashes, weights, strict=True))
        for i in range(bits)
    ]
    assert list(trace.votes) == sums


@pytest.mark.parametrize("text", TITLES)
def test_the_first_64_bits_do_not_change_with_the_width(text: str) -> None:
    values = [
        pipeline_for(get_profile("title").with_options(bits=b)).fingerprint(text)
        for b in (64, 128, 256)
    ]
    assert len({v.words[0] for v in values}) == 1
    assert values[1].words == values[2].words[:2]


@pytest.mark.parametrize("bits", [64, 128, 256])
def test_long_texts_vote_as_short_ones_do(bits: int) -> None:
    pipeline = pipeline_for(get_profile("title").with_options(bits=bits))
    trace = pipeline.trace(
        "。".join(f"{text}第{i}集{chr(0x4E00 + 7 * i)}" for i, text in enumerate(TITLES * 20))
    )
    assert len(trace.hashed) > 100
    hashes, weights = [h.hash for h in trace.hashed], [h.weight for h in trace.hashed]
    assert simhash(hashes, weights, pipeline.profile.simhash) == trace.fingerprint.value


def test_titles_without_a_latin_letter_differ() -> None:
    a, b = (textsim.fingerprint(t) for t in TITLES[1:3])
    assert (a.value ^ b.value).bit_count() >= 12
    assert a.feature_count


def test_a_final_full_stop_changes_nothing() -> None:
    assert alike("门店周六照常营业", "门店周六照常营业。")
    assert not alike("门店周六照常营业。", "明天的会议改到下午。")


@pytest.mark.parametrize("profile", ["title", "document"])
@pytest.mark.parametrize("text", ["", " ", "。", "?!", "<p></p>", "\u200b"])
def test_texts_without_words_are_unscorable(text: str, profile: str) -> None:
    found = textsim.fingerprint(text, profile=profile)
    assert found.feature_count == 0
    assert not found.scorable


@pytest.mark.parametrize("text", ["怎么了", "为什么呢", "公司", "修车", "鱼", "的"])
def test_short_texts_and_stop_words_have_features(text: str) -> None:
    assert textsim.fingerprint(text).scorable


def test_titles_of_single_characters_differ() -> None:
    assert not alike("买鱼", "买虾")
    assert textsim.fingerprint("买鱼还是买虾").scorable


def test_another_segmenter_is_another_profile() -> None:
    ours = textsim.fingerprint(TITLES[0])
    other = textsim.fingerprint(
        TITLES[0], profile=get_profile("title").with_options(segmenter="words")
    )
    with pytest.raises(ProfileMismatchError, match=ours.profile):
        textsim.compare_fingerprints(ours, other)


def test_a_column_with_a_missing_title_keeps_every_bit() -> None:
    titles = [TITLES[0], None, TITLES[1]]
    rows = [["" if t is None else "0x" + textsim.fingerprint(t).hex] for t in titles]
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    back = [row[0] for row in csv.reader(io.StringIO(file.getvalue())) if row]
    found = [textsim.Fingerprint.parse(cell).value if cell else None for cell in back]
    assert found == [None if t is None else textsim.fingerprint(t).value for t in titles]


def test_only_stop_words_say_so() -> None:
    assert "fallback" in textsim.fingerprint("怎么了").flags
    assert "fallback" not in textsim.fingerprint("养猫").flags


def test_numbers_are_features() -> None:
    words = {h.word for h in textsim.explain("第3季第12集").hashed}
    assert {"3", "12"} <= words
    assert not alike("第3季第12集", "第5季第1集")


def test_no_noun_is_lost_to_an_unusual_tag() -> None:
    words = {h.word for h in textsim.explain("招聘保安和机电工程师").hashed}
    assert {"保安", "机电"} <= words


def test_a_noun_weight_changes_our_profile_only() -> None:
    text = "招聘保安和机电工程师"
    ours = get_profile("title")
    assert (
        pipeline_for(ours.with_options(weights={"n": 1})).fingerprint(text).value
        != textsim.fingerprint(text).value
    )
    java = get_profile("java-title").with_options(segmenter="jieba")
    changed = java.with_options(weights={"n": 1})
    assert (
        pipeline_for(changed).fingerprint(text).value == pipeline_for(java).fingerprint(text).value
    )


def test_without_a_cap_one_word_decides_with_it_others_count() -> None:
    many = ["公告"] * 286
    other = ["公告"] * 244 + [f"词{i}" for i in range(30)]
    capped = Pipeline("title")
    free = Pipeline(get_profile("title").with_options(max_votes=None))
    assert capped.fingerprint_tokens(many).value != capped.fingerprint_tokens(other).value
    assert free.fingerprint_tokens(many).value == free.fingerprint_tokens(other).value


def test_one_feature_above_all_others_is_flagged() -> None:
    ours = Pipeline("title")
    x = ours.fingerprint_features([("羽毛球", 2.6), ("入门", 0.3), ("教学", 0.3)])
    y = ours.fingerprint_features([("羽毛球", 3.9), ("拍线", 3.2)])
    assert x.value == y.value == wordhash("羽毛球", ours.profile.wordhash)
    assert "dominated" in x.flags
    assert "dominated" in y.flags


def test_large_and_fractional_weights_count_exactly() -> None:
    for name in ("title", "python-4gram", "go-word"):
        pipeline = Pipeline(name)
        values = {
            pipeline.fingerprint_features(weights).value
            for weights in (
                {"公告": 346, "停水": 1},
                {"公告": 346.0, "停水": 1.0},
                {"公告": 1e6, "停水": 0.5},
            )
        }
        assert values == {wordhash("公告", pipeline.profile.wordhash)}


def test_repeating_a_word_stays_near() -> None:
    a, b = (textsim.fingerprint(t) for t in ("重要重要重要通知", "重要通知"))
    assert (a.value ^ b.value).bit_count() <= 12
    assert textsim.compare("重要重要重要通知", "重要通知").exact is False


def test_a_longer_run_of_one_character_differs() -> None:
    assert not alike("哈哈哈哈", "哈哈哈哈好")


@pytest.mark.parametrize(
    "value", [None, float("nan"), 5, ["a"], b"\xc4\xe3\xba\xc3", np.str_("a").encode()]
)
def test_anything_but_text_is_refused_by_name(value: object) -> None:
    with pytest.raises(InputTypeError, match=f"text must be str, not {type(value).__name__}"):
        textsim.fingerprint(value)  # type: ignore[arg-type]


def test_tokens_are_no_text_and_text_is_no_tokens() -> None:
    ours = Pipeline("title")
    with pytest.raises(InputTypeError, match="tokens must be an iterable"):
        ours.fingerprint_tokens("中国")
    with pytest.raises(InputTypeError, match=r"tokens\[1\].*\('人', 2\)"):
        ours.fingerprint_tokens(["中国", ("人", 2)])
    with pytest.raises(InputTypeError, match=r"features\[1\]"):
        ours.fingerprint_features(["中国", ("人", "2")])
    assert ours.fingerprint_features(["中国", ("人", 2)]).feature_count == 2


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf")])
def test_weights_below_zero_or_without_value_are_refused(weight: float) -> None:
    with pytest.raises(InputError, match="weight"):
        Pipeline("title").fingerprint_features([("春节", 3), ("放假", weight)])


def test_values_do_not_depend_on_the_hash_seed() -> None:
    code = "import textsim; f = textsim.fingerprint('春节放假通知'); print(f.hex, f.stamp)"
    answers = set()
    for seed in ("0", "1", "random"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stderr == ""
        answers.add(run.stdout)
    assert len(answers) == 1


def test_features_may_come_in_any_order() -> None:
    ours = Pipeline("title")
    weighted = [(f"词{i}", i % 5 + 1) for i in range(40)]
    expected = ours.fingerprint_features(weighted).value
    for seed in range(5):
        random.Random(seed).shuffle(weighted)
        assert ours.fingerprint_features(weighted).value == expected


def test_fractions_add_up_the_same_in_any_order() -> None:
    weighted = [("a", 0.1), ("a", 0.2), ("a", 0.3), ("b", 0.6)]
    for name in ("java-title", "title", "go-word"):
        pipeline = Pipeline(name)
        values = {pipeline.fingerprint_features(w).value for w in (weighted, weighted[::-1])}
        assert len(values) == 1
    with pytest.raises(InputError, match="the weights of 'a' add up"):
        Pipeline("title").fingerprint_features([("a", 1e308)] * 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_forked_among_busy_threads_answers() -> None:
    code = """
import os, signal, threading, textsim
pipeline = textsim.Pipeline()
pipeline.fingerprint("一个龘的冷知识有哪些")  # a fork during an import is Python's own trap
def work(first):
    for i in range(first, 0x9fa5, 2):
        pipeline.fingerprint(chr(i) + "的冷知识有哪些")
for first in (0x4e00, 0x4e01):
    threading.Thread(target=work, args=(first,), daemon=True).start()
for i in range(6):
    child = os.fork()
    if not child:
        signal.alarm(20)
        found = pipeline.fingerprint("龘鱻麤齉" + chr(0x9fa4 - i) + "知识")
        os._exit(0 if found.scorable else 1)
    assert os.waitpid(child, 0)[1] == 0
os._exit(0)
"""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=False, timeout=120
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_warming_up_loads_the_whole_segmenter() -> None:
    pipeline = Pipeline(get_profile("title").with_options(segmenter_options={"hmm": False}))
    pipeline.warm_up()
    assert load_segmenter(pipeline.profile.segment)._loaded is not None  # type: ignore[attr-defined]


def test_the_stamp_tells_dictionaries_and_segmenters_apart(tmp_path: object) -> None:
    base = Pipeline("go-word").stamp
    assert len(base) == 16
    assert base == Pipeline("go-word").stamp
    assert base != Pipeline("go-unicode-nfc").stamp


def test_pipelines_travel_and_answer_alike_in_threads() -> None:
    pipeline = pickle.loads(pickle.dumps(Pipeline("title")))
    expected = [textsim.fingerprint(t) for t in TITLES]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(pipeline.fingerprint, TITLES * 10)) == expected * 10


def test_variants_stay_apart_by_default_and_the_option_is_named() -> None:
    assert not alike("測試標題", "测试标题")
    assert "simplify is off" in textsim.explain("測試標題").options


def test_mojibake_is_flagged() -> None:
    for text in ("锟斤拷锟斤拷锟斤拷", "\ufffd\ufffd\ufffd", "鍗楁棆鎺ц偂"):
        assert "suspicious" in textsim.fingerprint(text).flags
    assert all(not textsim.fingerprint(t).flags for t in TITLES)


SAME = [
    ("免费\u200b领取", "免费领取"),
    ("软\u00ad连字", "软连字"),
    ("❗通知", "❗\ufe0f通知"),
    ("👨\u200d💻招聘", "👨💻招聘"),
    ("ＡＢＣ１２３教程", "ABC123教程"),
    ("（上）篇", "(上)篇"),
    ("Café选址", "Cafe\u0301选址"),
    ("加④⑧⑦看", "加487看"),
    ("𝟱𝟬%折扣", "50%折扣"),
    ("【推荐】 春季养生要点！", "[推荐]春季养生要点"),
    ("★推荐★春季养生要点~~", "[推荐]春季养生要点"),
    ("CAD2016安装教程", "cad2016安装教程"),
    ("5G前景", "5g前景"),
    ("奥迪 A4L 试驾", "奥迪A4L试驾"),
    ("奥迪\tA4L\u3000试驾", "奥迪A4L试驾"),
    ("袁 世 凯 传", "袁世凯传"),
    ("免 费 领 取", "免费领取"),
    ("\ufeff上有老", "上有老"),
    ("标题\x00后半", "标题后半"),
    ("标题&nbsp;一", "标题 一"),
    ("标题&#xA0;一", "标题\u00a0一"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_what_reads_the_same_has_one_fingerprint(a: str, b: str) -> None:
    assert alike(a, b)


def test_text_after_an_emoji_counts() -> None:
    trace = textsim.explain("今天天气很好，🙋我们去郊游")
    assert "郊游" in {t.word for t in trace.tokens}
    assert not alike("今天天气很好，🙋我们去郊游", "今天天气很好")


def test_rare_ideographs_are_features() -> None:
    assert not alike("𮊸𨻸古籍", "古籍")
    for text in ("大黄䓬虫", "盐酸地尔硫䓬", "𮊸𨻸古籍"):
        voted = "".join(h.word for h in textsim.explain(text).hashed)
        assert set(text) <= set(voted)


def test_a_title_cut_for_each_language_has_its_own_key() -> None:
    titles = [f"第{i}号通知" for i in range(50)]
    titles += [f"お知らせ{i}" for i in range(20)] + [f"공지사항{i}" for i in range(20)]
    titles += [f"объявление{i}" for i in range(20)]
    plains = {pipeline_for("title").clean(t) for t in titles}
    assert len(plains) == len(titles)
    assert "" not in plains


def test_unrelated_long_texts_stay_apart() -> None:
    rng = random.Random(7)
    han = [chr(c) for c in range(0x4E00, 0x4E00 + 3000)]
    vocabulary = [rng.choice(han) + rng.choice(han) for _ in range(20_000)]
    # Words come as in a language: the n-th most common one about 1/n as often as the first.
    weights = [1 / (n + 10) for n in range(len(vocabulary))]
    pipeline = Pipeline("document")
    values = [
        pipeline.fingerprint_tokens(rng.choices(vocabulary, weights, k=1000)).value
        for _ in range(200)
    ]
    near = [(a ^ b).bit_count() for i, a in enumerate(values) for b in values[:i]]
    assert min(near) > 3
    assert sum(d <= 10 for d in near) <= len(near) * 0.01
