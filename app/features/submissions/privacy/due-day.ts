/** A day of the calendar in UTC, such as 2026-11-01. */
export type Day = string;

/** Months from receipt, in which a request has to be answered (GDPR Art. 12(3)). */
const months = 1;
/** Months from receipt, once the person was given the reason for two further ones within the first (GDPR Art. 12(3)). */
const extendedMonths = 3;

/** From so many days before its last day on, a request is due soon. */
const dueSoonDays = 7;

/**
 * The last day on which a request may be answered: of the same number as the day of receipt, or the last one of a month that
 * has no such day (Regulation 1182/71, Art. 3(2)(c)). It is not moved by weekends and holidays, which Art. 3(4) would allow.
 */
export const dueDay = (received: Day, isExtended = false): Day =>
  Temporal.PlainDate.from(received)
    .add({ months: isExtended ? extendedMonths : months })
    .toString();

/** How an open request stands. */
export type Urgency = 'open' | 'due soon' | 'overdue';

/** @param due the last day; only the day after it is too late */
export function urgencyOf(due: Day, today: Day): Urgency {
  if (due < today) return 'overdue';
  return daysUntil(due, today) <= dueSoonDays ? 'due soon' : 'open';
}

/** Days from today to another day; negative where it has passed. */
export const daysUntil = (day: Day, today: Day): number =>
  Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(day)).days;
