"""Stage 5: hashed features vote on every bit, and the majorities are the fingerprint.

A feature of weight *w* adds *w* to the vote on bit *i* where its hash has a 1 and subtracts *w*
where it has a 0 (M. Charikar, Similarity estimation techniques from rounding algorithms, STOC
2002). What happens at a vote of exactly 0 is ``tie``. Votes are summed exactly, whatever the order.
"""

from textsim.simhash.batch import simhash_many
from textsim.simhash.plain import SimhashSpec, simhash, votes

__all__ = ["SimhashSpec", "simhash", "simhash_many", "votes"]
