"""A reading as a test likes to compare it: one attribute's known numbers by measure."""

from tracker.readings import Number, Reading


def numbers(reading: Reading, attribute: str) -> dict[str, Number]:
    return {
        quantity.measure.value: value
        for quantity, value in reading.values.items()
        if quantity.attribute == attribute
    }
