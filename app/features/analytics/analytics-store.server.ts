import { inParts } from '../../platform/database/in-parts.ts';
import type { Device, VitalName } from './page-report.ts';
import type { AnalyticsDatabase, AnalyticsTables } from './tables.server.ts';

/** How often a page was viewed in a span of days. */
export interface PageViews {
  readonly path: string;
  /** The newest. */
  readonly title: string;
  readonly views: number;
}

/** The measurements of one vital on one page and kind of device, in the classes of its histogram. */
export interface VitalCounts {
  readonly path: string;
  readonly device: Device;
  readonly vital: VitalName;
  readonly counts: ReadonlyMap<number, number>;
}

type ViewRow = AnalyticsTables['page_views'];
type VitalRow = AnalyticsTables['vital_counts'];

export interface AnalyticsStore {
  /** Adds to the sums, all or nothing; what other instances add at the same time adds up with it. */
  add(views: readonly ViewRow[], vitals: readonly VitalRow[]): Promise<void>;
  /** Removes the sums of the days before these. @param before ISO dates @returns how many rows */
  forget(before: { readonly views: string; readonly vitals: string }): Promise<number>;
  /** Most viewed first. @param from, to ISO dates, both included */
  viewsBetween(from: string, to: string): Promise<PageViews[]>;
  vitalsBetween(from: string, to: string): Promise<VitalCounts[]>;
}

/** The sums in the database, SQLite or PostgreSQL. */
export function createAnalyticsStore(database: AnalyticsDatabase): AnalyticsStore {
  return {
    async add(views, vitals) {
      const db = await database.connect();
      await db.transaction().execute(async (transaction) => {
        // In one order at all instances: of two that lock the same rows the second waits, and neither for ever.
        for (const rows of inParts(views.toSorted(byKey(viewKey)))) {
          await transaction
            .insertInto('page_views')
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(['day', 'path']).doUpdateSet((row) => ({
                title: row.ref('excluded.title'),
                views: row('page_views.views', '+', row.ref('excluded.views')),
              })),
            )
            .execute();
        }
        for (const rows of inParts(vitals.toSorted(byKey(vitalKey)))) {
          await transaction
            .insertInto('vital_counts')
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(['day', 'path', 'device', 'vital', 'class']).doUpdateSet((row) => ({
                measurements: row('vital_counts.measurements', '+', row.ref('excluded.measurements')),
              })),
            )
            .execute();
        }
      });
    },
    async forget(before) {
      const db = await database.connect();
      const views = await db.deleteFrom('page_views').where('day', '<', before.views).executeTakeFirst();
      const vitals = await db.deleteFrom('vital_counts').where('day', '<', before.vitals).executeTakeFirst();
      return Number(views.numDeletedRows + vitals.numDeletedRows);
    },
    async viewsBetween(from, to) {
      const db = await database.connect();
      const rows = await db
        .selectFrom('page_views')
        .innerJoin(
          ({ selectFrom }) =>
            selectFrom('page_views')
              .select(({ fn }) => ['path', fn.max('day').as('day'), fn.sum('views').as('sum')])
              .where('day', '>=', from)
              .where('day', '<=', to)
              .groupBy('path')
              .as('total'),
          (join) => join.onRef('total.path', '=', 'page_views.path').onRef('total.day', '=', 'page_views.day'),
        )
        .select(['page_views.path', 'page_views.title', 'total.sum'])
        .orderBy('total.sum', 'desc')
        .orderBy('page_views.path')
        .execute();
      // PostgreSQL gives a sum as text.
      return rows.map(({ path, title, sum }) => ({ path, title, views: Number(sum) }));
    },
    async vitalsBetween(from, to) {
      const db = await database.connect();
      const rows = await db
        .selectFrom('vital_counts')
        .select(({ fn }) => ['path', 'device', 'vital', 'class', fn.sum('measurements').as('measurements')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['path', 'device', 'vital', 'class'])
        .orderBy('path')
        .orderBy('device')
        .execute();
      const grouped = Map.groupBy(rows, ({ path, device, vital }) => JSON.stringify([path, device, vital]));
      return [...grouped.values()].flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        const { path, device, vital } = first;
        const counts = new Map(group.map((row) => [row.class, Number(row.measurements)]));
        return [{ path, device, vital, counts }];
      });
    },
  };
}

/** By these a sum is one. */
export const viewKey = ({ day, path }: ViewRow) => `${day} ${path}`;
export const vitalKey = ({ day, path, device, vital, class: place }: VitalRow) =>
  `${day} ${path} ${device} ${vital} ${place}`;

const byKey =
  <Row>(keyOf: (row: Row) => string) =>
  (one: Row, other: Row) =>
    compare(keyOf(one), keyOf(other));

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
