"""Double deep Q-learning of the classic game for two, after the report of Yao (2025).

A network gives every decision (phase, source, target) a number: how well it turns out for the seat that decides, from
-1 for a lost game to 1 for a won one. Many games are played side by side, the best legal decision in most cases and a
random one in some; what follows each decision is kept in a replay memory, and from that the network learns

    Q(s, a)  ->  rewards until the next decision s'  +/-  discount * Q_target(s', best legal a' by Q)

with a minus where s' is the other seat's decision (van Hasselt, Guez and Silver 2016 for one player; the minus makes it
a game for two). The other seat plays at random, or is the network itself, or one in some games and the other in others.

Unlike the published program, everything is seen by the seat that decides, illegal decisions count neither in play nor
in targets, and strength is measured against another player, from both seats. `settings.PUBLISHED` has the settings
of the report.

A run can be stopped at any instant and resumed: everything drawn is a function of the seed and the step, and one file
holds all else. On the same machine a resumed run ends with the very same network as one that was never stopped.
"""
