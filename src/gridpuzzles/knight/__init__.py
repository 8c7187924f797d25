"""Knight's tours by Warnsdorff's rule; `gridpuzzles.knight.model` holds the vocabulary."""
