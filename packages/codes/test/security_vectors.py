"""Makes the anti-counterfeit codes of the vectors from FORMAT.md alone, with only the standard library of Python.

python3 packages/codes/test/security_vectors.py          compares the vectors with the result
python3 packages/codes/test/security_vectors.py --write  writes the result into the vectors
"""
import json
import os
import re
import sys

VECTORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vectors")
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALPHABETS = {"digits": "0123456789", "alnum": CROCKFORD, "symbols": CROCKFORD + "$*+-./:%"}
BEGINNINGS = {"digits": 10, "alnum": 32, "symbols": 32}


def times(a, b):
    """Product in the field of FIPS 197, section 4.2."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def s_box():
    box = []
    for byte in range(256):
        inverse = next((other for other in range(256) if times(byte, other) == 1), 0)
        turned = [(inverse << n | inverse >> (8 - n)) & 255 for n in range(5)]
        box.append(turned[0] ^ turned[1] ^ turned[2] ^ turned[3] ^ turned[4] ^ 0x63)
    return box


S_BOX = s_box()


def round_keys(key):
    words = [list(key[i : i + 4]) for i in range(0, 16, 4)]
    constant = 1
    for i in range(4, 44):
        word = list(words[i - 1])
        if i % 4 == 0:
            word = [S_BOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = times(constant, 2)
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    return [sum(words[i : i + 4], []) for i in range(0, 44, 4)]


def aes(key, block):
    """FIPS 197, section 5.1, with a key of 16 bytes."""
    keys = round_keys(key)
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number in range(1, 11):
        state = [S_BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < 10:
            mixed = []
            for c in range(0, 16, 4):
                column = state[c : c + 4]
                for r in range(4):
                    a, b, d, e = (column[(r + n) % 4] for n in range(4))
                    mixed.append(times(a, 2) ^ times(b, 3) ^ d ^ e)
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[number])]
    return bytes(state)


def written(number, base, digits):
    text = []
    for _ in range(digits):
        number, digit = divmod(number, base)
        text.append(digit)
    return text[::-1]


def security(key, request, serial, rule, length):
    alphabet, base = ALPHABETS[rule], len(ALPHABETS[rule])
    text = ""
    counter = 0
    while len(text) < length:
        block = b"\x01\x53" + counter.to_bytes(2, "big") + request.to_bytes(4, "big") + serial.to_bytes(8, "big")
        encrypted = aes(key, block)
        for half in (encrypted[:8], encrypted[8:]):
            values = (BEGINNINGS[rule] if text == "" else base) * base**5
            number = (int.from_bytes(half, "big") * values) >> 64
            text += "".join(alphabet[digit] for digit in written(number, base, 6))
        counter += 1
    return text[:length]


def main():
    fips = aes(bytes(range(16)), bytes.fromhex("00112233445566778899aabbccddeeff"))
    assert fips.hex() == "69c4e0d86a7b0430d8cdb78070b4c55a", "FIPS 197, appendix C.1"
    wrong = 0
    for name in ("codes-v1.json", "codes-v2.json"):
        path = os.path.join(VECTORS, name)
        vectors = json.load(open(path, encoding="utf-8"))
        for request in vectors["requests"]:
            key = bytes.fromhex(request["keys"]["security"])
            for row in request["codes"]:
                for column in [column for column in row if column not in ("serial", "code")]:
                    rule, length = re.fullmatch(r"([a-z]+)(\d+)", column).groups()
                    expected = security(key, request["request"], row["serial"], rule, int(length))
                    wrong += expected != row[column]
                    row[column] = expected
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n")
    print("%d of the codes differ" % wrong)
    sys.exit(1 if wrong and "--write" not in sys.argv else 0)


main()
