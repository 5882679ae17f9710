import type { Kysely } from 'kysely';
import { inBatches } from '../../platform/database/batches.ts';
import type { Device, VitalName } from './page-report.ts';
import type { AnalyticsTables } from './tables.server.ts';

/** Views of a page in a period. */
export interface PageViews {
  readonly path: string;
  /** The most recent title. */
  readonly title: string;
  readonly views: number;
}

/** Measurements of one vital on one page and kind of device, by class of its histogram. */
export interface VitalCounts {
  readonly path: string;
  readonly device: Device;
  readonly vital: VitalName;
  readonly counts: ReadonlyMap<number, number>;
}

type ViewRow = AnalyticsTables['page_views'];
type VitalRow = AnalyticsTables['vital_counts'];

export type AnalyticsStore = ReturnType<typeof createAnalyticsStore>;

/** The sums in the database, SQLite or PostgreSQL. */
export function createAnalyticsStore(db: Kysely<AnalyticsTables>) {
  return {
    /** Adds to the sums atomically, also while other instances add to them. */
    async add(views: readonly ViewRow[], vitals: readonly VitalRow[]): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        // All instances use the same order, so that two that lock the same rows cannot deadlock.
        for (const rows of inOrder(views, viewKey)) {
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
        for (const rows of inOrder(vitals, vitalKey)) {
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
    /** Removes the sums of earlier days. @param before ISO dates @returns number of removed rows */
    async forget(before: { readonly views: string; readonly vitals: string }): Promise<number> {
      const views = await db.deleteFrom('page_views').where('day', '<', before.views).executeTakeFirst();
      const vitals = await db.deleteFrom('vital_counts').where('day', '<', before.vitals).executeTakeFirst();
      return Number(views.numDeletedRows + vitals.numDeletedRows);
    },
    /** Lists page views, most viewed first. @param from, to ISO dates, inclusive */
    async viewsBetween(from: string, to: string): Promise<PageViews[]> {
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
      // PostgreSQL returns sums as text.
      return rows.map(({ path, title, sum }) => ({ path, title, views: Number(sum) }));
    },
    async vitalsBetween(from: string, to: string): Promise<VitalCounts[]> {
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

export const viewKey = ({ day, path }: ViewRow) => `${day} ${path}`;
export const vitalKey = ({ day, path, device, vital, class: index }: VitalRow) =>
  `${day} ${path} ${device} ${vital} ${index}`;

const inOrder = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) =>
  inBatches(rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));
