"""A linear softmax policy over candidates, and its optimiser."""

from __future__ import annotations

import numpy as np
from features import SIZE, Matrix


class Policy:
    """Scores candidates by the sum of their features' weights; untrained, every remedy is as likely."""

    def __init__(self, rate: float = 0.05) -> None:
        self.weights = np.zeros(SIZE)
        self._rate = rate
        self._mean = np.zeros(SIZE)
        self._square = np.zeros(SIZE)
        self._updates = 0

    def probabilities(self, matrix: Matrix) -> np.ndarray:
        """Return the probability of each candidate."""
        scores = matrix.prior + matrix.dot(self.weights)
        odds = np.exp(scores - scores.max())
        return np.asarray(odds / odds.sum())

    def ascend(self, gradient: np.ndarray) -> None:
        """Take one step of Adam up the gradient."""
        self._updates += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        mean = self._mean / (1 - 0.9**self._updates)
        square = self._square / (1 - 0.99**self._updates)
        self.weights += self._rate * mean / (np.sqrt(square) + 1e-8)
