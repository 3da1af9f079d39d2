"""Makes test/vectors/cosignature.json by another implementation: Ed25519 by the formulas of RFC 8032, section 5.1, and
C2SP tlog-cosignature to the letter. Run: python3 packages/ledger/test/cosignature_vectors.py"""
import base64
import hashlib
import json
import os

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def sha512(data):
    return hashlib.sha512(data).digest()


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P
    return x, y


def times(n, point):
    out = (0, 1)
    while n:
        if n & 1:
            out = add(out, point)
        point = add(point, point)
        n >>= 1
    return out


def base():
    y = 4 * pow(5, P - 2, P) % P
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x & 1 else x), y


B = base()


def encode(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def secret(seed):
    h = sha512(seed)
    a = int.from_bytes(h[:32], "little") & ((1 << 254) - 8) | 1 << 254
    return a, h[32:]


def public(seed):
    return encode(times(secret(seed)[0], B))


def sign(seed, message):
    a, prefix = secret(seed)
    r = int.from_bytes(sha512(prefix + message), "little") % L
    big_r = encode(times(r, B))
    k = int.from_bytes(sha512(big_r + public(seed) + message), "little") % L
    return big_r + ((r + k * a) % L).to_bytes(32, "little")


def b64(data):
    return base64.b64encode(data).decode()


def key_id(name, kind, key):
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + key).digest()[:4]


# RFC 8032, 7.1, test 1: shows that this Ed25519 is correct.
first = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
assert public(first).hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
assert sign(first, b"").hex().startswith("e5564300c360ac729086e2cc806e828a")

LOG = "log.example/ledger"
LOG_SEED = hashlib.sha256(b"log").digest()
ROOT = b64(hashlib.sha256(b"root").digest())
INDEX = b64(hashlib.sha256(b"index").digest())
text = f"{LOG}\n1234\n{ROOT}\ntimbermark/requests 7\ntimbermark/index {INDEX}\n"
note = f"{text}\n\u2014 {LOG} {b64(key_id(LOG, 1, public(LOG_SEED)) + sign(LOG_SEED, text.encode()))}\n"


def witness(name, time):
    seed = hashlib.sha256(name.encode()).digest()
    key = public(seed)
    message = f"cosignature/v1\ntime {time}\n{text}".encode()
    line = f"\u2014 {name} {b64(key_id(name, 4, key) + time.to_bytes(8, 'big') + sign(seed, message))}"
    return {
        "name": name,
        "key": f"{name}+{key_id(name, 4, key).hex()}+{b64(bytes([4]) + key)}",
        "seed": seed.hex(),
        "time": time,
        "line": line,
    }


witnesses = [
    witness("witness.example/w1", 1679315147),
    witness("witness.example/w2", 0),
    witness("w3.example", 2**32 + 5),
    witness("späher.example", 2**53 - 1),
]
log_key = f"{LOG}+{key_id(LOG, 1, public(LOG_SEED)).hex()}+{b64(bytes([1]) + public(LOG_SEED))}"
out = {"note": note, "logKey": log_key, "witnesses": witnesses, "beyond": witness("w4.example", 2**53)}
path = os.path.join(os.path.dirname(__file__), "vectors", "cosignature.json")
with open(path, "w", encoding="utf-8") as file:
    json.dump(out, file, indent=2, ensure_ascii=False)
    file.write("\n")
