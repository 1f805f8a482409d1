#!/usr/bin/env bash
# Provides what the proof against real Java needs: a JDK, Maven, and the jars in a folder.
#
#     eval "$(bash .ci/java.sh FOLDER)"
#
# Prints the export lines; everything else goes to stderr. When it fails it prints "exit 1", because
# eval would not notice the status of the command substitution.
set -euo pipefail
trap '[ $? -eq 0 ] || { echo "failed: .ci/java.sh" >&2; echo "exit 1"; }' EXIT

# What is proven, with the digests of the released files.
hanlp=com.hankcs:hanlp:portable-1.8.1
hanlp_sha256=6619b9e4469a1b7b25bea04782e8b47191ac967a1d5e7219bb91a2fe5f0951d7
jsoup=org.jsoup:jsoup:1.11.3
jsoup_sha256=df2c71a4240ecbdae7cdcd1667bcf0d747e4e3dcefe8161e787adcff7e5f2fa0
copy=org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy

[ $# -eq 1 ] || { echo "usage: bash .ci/java.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

jdk_release() {
    { javac -version 2>&1 || true; } | sed -n 's/^javac \([0-9][0-9]*\).*/\1/p'
}

jdk_is_enough() {
    local release
    release=$(jdk_release)
    command -v java >/dev/null && [ "${release:-0}" -ge 17 ]
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

updated=
install() {
    command -v apt-get >/dev/null || { echo "no apt-get here: install $* first" >&2; return 1; }
    [ -n "$updated" ] || as_root apt-get update -qq >&2
    updated=1
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@" >&2
}

jdk_is_enough || install default-jdk-headless
# On older systems the default is older than what they have.
jdk_is_enough || install openjdk-17-jdk-headless
jdk_is_enough || { echo "need a JDK of 17 or newer, found '$(jdk_release)'" >&2; exit 1; }
command -v mvn >/dev/null || install maven

# fetch COORDINATES SHA256: prints the path of the jar
fetch() {
    local name version jar
    IFS=: read -r _ name version <<<"$1"
    jar=$folder/$name-$version.jar
    if ! echo "$2  $jar" | sha256sum --check --status 2>/dev/null; then
        (cd "$folder" && mvn -B -q "$copy" -Dartifact="$1" -DoutputDirectory="$folder" \
            -Dmdep.overWriteReleases=true) >&2
        echo "$2  $jar" | sha256sum --check --quiet - >&2 \
            || { echo "$jar is not the released file" >&2; return 1; }
    fi
    echo "$jar"
}

hanlp_jar=$(fetch "$hanlp" "$hanlp_sha256")
jsoup_jar=$(fetch "$jsoup" "$jsoup_sha256")
printf 'export TEXTSIM_HANLP_JAR=%q\n' "$hanlp_jar"
printf 'export TEXTSIM_JSOUP_JAR=%q\n' "$jsoup_jar"
