import type { AnalyticsStore, PageViews, VitalCounts } from '../../app/features/analytics/analytics-store.server.ts';
import { type Device, devices, type VitalName, vitalNames } from '../../app/features/analytics/page-report.ts';
import { daysBefore } from '../../app/features/analytics/retention.ts';
import { type Percentile, percentile75, vitals } from '../../app/features/analytics/vitals.ts';
import { isoDay } from '../../app/shared/iso-time.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import { count } from '../terminal/count.ts';
import type { Paint } from '../terminal/paint.ts';
import { type Column, layTable, type TableOptions } from '../terminal/table.ts';
import { onOneLine } from '../terminal/visible-text.ts';

interface MeasuredVital extends Percentile {
  readonly measurements: number;
}

/** The vitals of one page or all pages on one kind of device. */
export interface VitalsOfPage {
  /** Undefined for all pages together. */
  readonly path: string | undefined;
  readonly device: Device;
  readonly values: ReadonlyMap<VitalName, MeasuredVital>;
}

/** Sums of a period. */
export interface Report {
  /** ISO dates in UTC, inclusive. */
  readonly from: string;
  readonly to: string;
  /** Views of all pages. */
  readonly total: number;
  /** Most viewed first. */
  readonly views: readonly PageViews[];
  /** All pages together first, then the pages in the order of their views. */
  readonly vitals: readonly VitalsOfPage[];
}

/** @param options.limit number of listed pages */
export async function readReport(
  store: AnalyticsStore,
  { now, days, limit = Number.POSITIVE_INFINITY }: { now: Date; days: number; limit?: number | undefined },
): Promise<Report> {
  const to = isoDay(now);
  const from = daysBefore(now, days - 1);
  const views = await store.viewsBetween(from, to);
  const counts = await store.vitalsBetween(from, to);
  const countsOf = Map.groupBy(counts, ({ path }) => path);
  const shown = views.slice(0, limit);
  return {
    from,
    to,
    total: views.reduce((sum, page) => sum + page.views, 0),
    views: shown,
    vitals: [...vitalsOf(undefined, counts), ...shown.flatMap(({ path }) => vitalsOf(path, countsOf.get(path) ?? []))],
  };
}

function vitalsOf(path: string | undefined, counts: readonly VitalCounts[]): VitalsOfPage[] {
  return devices.flatMap((device) => {
    const values = new Map<VitalName, MeasuredVital>();
    for (const name of vitalNames) {
      const classes = new Map<number, number>();
      for (const entry of counts) {
        if (entry.device !== device || entry.vital !== name) continue;
        for (const [index, count] of entry.counts) classes.set(index, count + (classes.get(index) ?? 0));
      }
      const percentile = percentile75(name, classes);
      const measurements = [...classes.values()].reduce((sum, count) => sum + count, 0);
      if (percentile) values.set(name, { ...percentile, measurements });
    }
    return values.size === 0 ? [] : [{ path, device, values }];
  });
}

/** Formats a report as JSON. `at_least`: the value is above the last bound of its histogram. */
export function reportToJson({ from, to, total, views, vitals: rows }: Report): string {
  const percentiles = rows.flatMap(({ path, device, values }) =>
    [...values].map(([vital, { value, isAtLeast, rating, measurements }]) => ({
      path: path ?? null,
      device,
      vital,
      p75: rounded(vital, value),
      at_least: isAtLeast,
      rating,
      measurements,
    })),
  );
  return `${jsonText({ from, to, total, views, vitals: percentiles })}\n`;
}

/** Formats a report as two tables. */
export async function* reportToText(report: Report, screen: TableOptions): AsyncGenerator<string> {
  const { paint } = screen;
  const { from, to, total, views, vitals: rows } = report;
  yield `${from} to ${to} (UTC): ${count(total, 'page view')}\n`;
  if (views.length > 0) {
    yield '\n';
    yield* layTable(viewColumns(total), [views], screen);
  }
  if (rows.length > 0) {
    yield '\n';
    yield* layTable(vitalColumns(paint), [rows], screen);
    yield `\nThree of four visits were at least as fast. ${paint('yellow', '*')} needs work, ${paint('red', '!')} is poor.\n`;
  }
}

const number = (value: number) => value.toLocaleString('en');

function viewColumns(total: number): Column<PageViews>[] {
  return [
    { title: 'VIEWS', cell: ({ views }) => number(views) },
    { title: 'SHARE', cell: ({ views }) => `${((100 * views) / total).toFixed(1)} %`, expendable: 1 },
    { title: 'PATH', cell: ({ path }) => onOneLine(path), narrowest: 20 },
    { title: 'TITLE', cell: ({ title }) => onOneLine(title), narrowest: 10, expendable: 2 },
  ];
}

function vitalColumns(paint: Paint): Column<VitalsOfPage>[] {
  const colour = { good: 'none', fair: 'yellow', poor: 'red' } as const;
  return [
    ...vitalNames.map(
      (name): Column<VitalsOfPage> => ({
        title: name,
        cell: ({ values }) => figureOf(name, values.get(name)),
        paint: (text, { values }) => paint(colour[values.get(name)?.rating ?? 'good'], text),
      }),
    ),
    { title: 'MEASURED', cell: ({ values }) => number(maxMeasurements(values)), expendable: 2 },
    { title: 'DEVICE', cell: ({ device }) => device },
    { title: 'PATH', cell: ({ path }) => (path === undefined ? 'all pages' : onOneLine(path)), narrowest: 16 },
  ];
}

/** Returns the count of the most often measured vital, because some browsers do not report all vitals. */
const maxMeasurements = (values: ReadonlyMap<VitalName, MeasuredVital>) =>
  Math.max(...[...values.values()].map(({ measurements }) => measurements));

/** Marks in addition to colours, which not every terminal shows and not everyone sees. */
const marks = { good: '', fair: ' *', poor: ' !' } as const;

function figureOf(name: VitalName, percentile: Percentile | undefined): string {
  if (!percentile) return '-';
  const { value, isAtLeast, rating } = percentile;
  const { unit } = vitals[name];
  const figure = unit === 'ms' ? `${number(rounded(name, value))} ms` : rounded(name, value).toFixed(3);
  return `${isAtLeast ? '≥ ' : ''}${figure}${marks[rating]}`;
}

/** Rounds to the precision of the histogram. */
const rounded = (name: VitalName, value: number) =>
  vitals[name].unit === 'ms' ? Math.round(value) : Math.round(value * 1000) / 1000;
