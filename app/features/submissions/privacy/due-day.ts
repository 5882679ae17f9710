/** A calendar day in UTC, such as 2026-11-01. */
export type Day = string;

/** Months from receipt within which a request must be answered (GDPR Art. 12(3)). */
const months = 1;
/** Months from receipt after an extension, whose reason the person learns within the first month (GDPR Art. 12(3)). */
const extendedMonths = 3;

/** A request is due soon from this many days before its last day. */
const dueSoonDays = 7;

/**
 * Returns the last day on which a request may be answered: the same day of the month as its receipt, or the last day of a
 * shorter month (Regulation 1182/71, Art. 3(2)(c)). Weekends and holidays do not move it, although Art. 3(4) would allow it.
 */
export const dueDay = (received: Day, isExtended = false): Day =>
  Temporal.PlainDate.from(received)
    .add({ months: isExtended ? extendedMonths : months })
    .toString();

export type Urgency = 'open' | 'due soon' | 'overdue';

/** @param due the last day in time */
export function urgencyOf(due: Day, today: Day): Urgency {
  if (due < today) return 'overdue';
  return daysUntil(due, today) <= dueSoonDays ? 'due soon' : 'open';
}

/** Returns the days from today to another day; negative for a past day. */
export const daysUntil = (day: Day, today: Day): number =>
  Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(day)).days;
