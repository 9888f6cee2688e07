/* sim/engine as C, for the twin of any game: same streams, same draws, same seatings.
   header.h is generated from the kernel's numpy types, constants and tables (twin.py). */
#include "header.h"

typedef struct table T;
typedef int64_t i64;
typedef uint64_t u64;
#define HELPER static inline
#define LENGTH(array) (i64)(sizeof(array) / sizeof(array)[0])

/* sim/engine/rng.py */

#define GAMMA 0x9E3779B97F4A7C15u

HELPER u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static u64 squares(u64 y, u64 key) {
    u64 z = y + key, x = y * y + y;
    x = x >> 32 | x << 32;
    x = x * x + z;
    x = x >> 32 | x << 32;
    x = x * x + y;
    x = x >> 32 | x << 32;
    u64 last = x * x + z;
    x = last >> 32 | last << 32;
    return last ^ (x * x + y) >> 32;
}

HELPER u64 bits(T *t, u64 purpose) {
    u64 product = t->stream.next[purpose];
    t->stream.next[purpose] = product + t->stream.stride;
    return t->stream.generator == Generator_SQUARES ? squares(product, t->stream.key) : mix(product);
}

static u64 __attribute__((noinline, cold)) reject(T *t, u64 purpose, u64 bound, u64 product) {
    u64 threshold = (((u64)1 << 32) - bound) % bound;
    while ((product & 0xFFFFFFFF) < threshold) product = (bits(t, purpose) >> 32) * bound;
    return product;
}

HELPER i64 below(T *t, u64 purpose, i64 n) {
    u64 bound = n, product = (bits(t, purpose) >> 32) * bound;
    if ((product & 0xFFFFFFFF) < bound) product = reject(t, purpose, bound, product);
    return product >> 32;
}

HELPER void start(T *t, u64 match) {
    int squared = t->stream.generator == Generator_SQUARES;
    u64 stride = squared ? t->stream.key : GAMMA, product = stride * (match << 24) + (squared ? 0 : t->stream.key);
    t->stream.stride = stride;
    for (int purpose = 0; purpose < PURPOSES; purpose++, product += stride << 20) t->stream.next[purpose] = product;
}

/* sim/engine/choice.py */

HELPER i64 bit_count(i64 mask) { return __builtin_popcountll(mask); }
HELPER i64 lowest(i64 mask) { return __builtin_ctzll(mask); }

HELPER i64 nth_bit(i64 mask, i64 rank) {
    i64 low = bit_count(mask & 255);
    return rank < low ? NTH[mask & 255][rank] : NTH[mask >> 8 & 255][rank - low] + 8;
}

HELPER i64 nth_of_few(i64 mask, i64 rank) { return NTH[mask][rank]; }
HELPER i64 choose(i64 n, i64 k) { return COUNTS[n][k]; }
/* n <= 12 */
HELPER i64 subset(i64 n, i64 k, i64 rank) { return SUBSETS[OFFSETS[n][k] + rank]; }
HELPER i64 has(i64 mask, i64 i) { return mask >> i & 1; }
HELPER i64 bit(i64 i) { return (i64)1 << i; }
HELPER i64 full(i64 n) { return ((i64)1 << n) - 1; }
HELPER i64 subset_of(i64 mask, i64 k, i64 rank) {
    i64 n = bit_count(mask), ranks = subset(n, k, rank), chosen = 0;
    if (mask == full(n)) return ranks;
    for (; ranks; ranks &= ranks - 1) chosen |= bit(nth_bit(mask, lowest(ranks)));
    return chosen;
}

HELPER i64 min(i64 a, i64 b) { return a < b ? a : b; }
HELPER i64 max(i64 a, i64 b) { return a > b ? a : b; }

HELPER i64 pick(T *t, u64 purpose, i64 mask) {
    i64 n = bit_count(mask);
    return n == 1 ? lowest(mask) : nth_bit(mask, below(t, purpose, n));
}

/* sim/engine/table.py, sim/engine/rotation.py */

HELPER void begin(T *t, u64 match) {
    for (i64 i = 0; i < RECORD_WORDS; i++) t->record_words[i] = 0;
    u64 deal = match, first = match;
    i64 turn = 0, players = t->rotation.players;
    if (t->rotation.mode != Rotation_OFF) {
        u64 inside = match % t->rotation.block;
        first = match / t->rotation.block * t->rotation.chain;
        deal = first + inside % t->rotation.chain;
        turn = inside / t->rotation.chain;
    }
    for (i64 place = 0; place < players; place++) {
        if (t->rotation.mode == Rotation_ALL) t->contender[place] = ORDERS[players][turn][place];
        else if (t->rotation.mode == Rotation_SHUFFLED) t->contender[place] = place;
        else t->contender[place] = place + turn < players ? place + turn : place + turn - players;
    }
    if (t->rotation.mode == Rotation_SHUFFLED) {
        start(t, first);
        for (i64 place = players - 1; place > 0; place--) {
            i64 other = below(t, SEATING, place + 1), held = t->contender[place];
            t->contender[place] = t->contender[other];
            t->contender[other] = held;
        }
        for (; turn > 0; turn--) {
            i64 first = t->contender[0];
            for (i64 place = 0; place < players - 1; place++) t->contender[place] = t->contender[place + 1];
            t->contender[players - 1] = first;
        }
    }
    start(t, deal);
    for (i64 place = 0; place < players; place++) t->record.seat_of_contender[t->contender[place]] = place;
}

HELPER void keep(T *t, int32_t *out, i64 rows) {
    for (i64 i = 0; i < RECORD_WORDS; i++) out[i * rows] = t->record_words[i];
}

/* the floor: bounded draws alone, as many as a chunk of matches takes */
u64 draw_only(T *t, u64 first, i64 matches, i64 draws) {
    u64 sum = 0;
    for (i64 row = 0; row < matches; row++) {
        t->stream.next[0] = GAMMA * (first + row);
        for (i64 i = 0; i < draws; i++) sum += below(t, 0, 2 + i % 32);
    }
    return sum;
}
