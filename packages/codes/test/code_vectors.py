"""Makes the anti-counterfeit codes of the vectors, and of format 2 the keys and codes too, from FORMAT.md alone, with only the
standard library of Python.

python3 packages/codes/test/code_vectors.py          compares the vectors with the result
python3 packages/codes/test/code_vectors.py --write  writes the result into the vectors
"""
import hashlib
import hmac
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


def derive(tenant_key, label, key_version, request, salt):
    """HKDF-SHA-256 (RFC 5869) with one block of output, derivation 2."""
    extracted = hmac.new(b"timbermark/codes/v2", tenant_key, hashlib.sha256).digest()
    info = label + b"\0" + key_version.to_bytes(4, "big") + request.to_bytes(4, "big") + salt
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:16]


def mix(x):
    x = ((x ^ x >> 16) * 0x85EBCA6B) % 2**32
    x = ((x ^ x >> 13) * 0xC2B2AE35) % 2**32
    return x ^ x >> 16


def crockford(number, characters):
    return "".join(CROCKFORD[digit] for digit in written(number, 32, characters))


def code_of_format_2(tag_key, request, serial):
    block = b"\x02\x54\0\0" + request.to_bytes(4, "big") + serial.to_bytes(8, "big")
    tag = int.from_bytes(aes(tag_key, block), "big") >> 78
    mask = mix(mix(mix(request) ^ tag >> 25) ^ tag % 2**25) >> 7
    return crockford(request, 5) + crockford(serial ^ mask, 5) + crockford(tag, 10)


def security(code_format, key, request, serial, rule, length):
    alphabet, base = ALPHABETS[rule], len(ALPHABETS[rule])
    text = ""
    counter = 0
    while len(text) < length:
        block = bytes([code_format, 0x53]) + counter.to_bytes(2, "big") + request.to_bytes(4, "big") + serial.to_bytes(8, "big")
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
    for name, code_format in (("codes-v1.json", 1), ("codes-v2.json", 1), ("codes-format-2.json", 2)):
        path = os.path.join(VECTORS, name)
        vectors = json.load(open(path, encoding="utf-8"))
        for request in vectors["requests"]:
            if code_format == 2:
                secret, salt = bytes.fromhex(request["tenantKey"]), bytes.fromhex(request["keySalt"])
                for label in request["keys"]:
                    key = derive(secret, label.encode(), request["keyVersion"], request["request"], salt).hex()
                    wrong += key != request["keys"][label]
                    request["keys"][label] = key
                for row in request["codes"]:
                    code = code_of_format_2(bytes.fromhex(request["keys"]["tag"]), request["request"], row["serial"])
                    wrong += code != row["code"]
                    row["code"] = code
            key = bytes.fromhex(request["keys"]["security"])
            for row in request["codes"]:
                for column in [column for column in row if column not in ("serial", "code")]:
                    rule, length = re.fullmatch(r"([a-z]+)(\d+)", column).groups()
                    expected = security(code_format, key, request["request"], row["serial"], rule, int(length))
                    wrong += expected != row[column]
                    row[column] = expected
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n")
    print("%d of the values differ" % wrong)
    sys.exit(1 if wrong and "--write" not in sys.argv else 0)


main()
