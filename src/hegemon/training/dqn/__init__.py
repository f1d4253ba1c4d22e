"""Double deep Q-learning of the classic game for two, after the report of Yao (2025).

A network estimates the Q-value of every decision (phase, source, target) for the seat that decides, from -1 for a lost
game to 1 for a won game. Many games are played in parallel by an epsilon-greedy policy. The transitions are stored in a
replay memory, from which the network learns

    Q(s, a)  ->  rewards until the next decision s'  +/-  discount * Q_target(s', best legal a' by Q)

with a minus if the other seat decides in s' (van Hasselt, Guez and Silver 2016 for one player; the minus adapts it to
two players). The other seat plays at random, or is the network itself, or a mixture of both over the games.

Unlike in the published program, features are from the perspective of the seat that decides, illegal decisions are
excluded from play and targets, and strength is measured against another player, from both seats.
`settings.PUBLISHED` has the settings of the report.

A run can be stopped at any time and resumed: all random numbers are a function of the seed and the step, and one file
has the rest of the state. On the same machine a resumed run ends with the same network as an uninterrupted one.
"""
