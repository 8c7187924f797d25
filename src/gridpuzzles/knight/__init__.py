"""Knight's tours by Warnsdorff's rule; `gridpuzzles.knight.model` holds the vocabulary."""

from gridpuzzles.knight.api import OrderSweep, StartSweep, sweep_orders, sweep_starts, tour
from gridpuzzles.knight.model import Tour

__all__ = ["OrderSweep", "StartSweep", "Tour", "sweep_orders", "sweep_starts", "tour"]
