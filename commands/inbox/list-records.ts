import { exportRecord, toCsv, toJson } from '../../app/features/submissions/records/export.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import { count } from '../terminal/count.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { layTable } from '../terminal/table.ts';
import { type Inbox, listedRecordToJson, timeOf } from './open-inbox.ts';
import { recordColumns } from './record-views.ts';
import { describeRequestCounts } from './request-views.ts';
import { countWeeks, weekColumns } from './weeks.ts';

/** Default number of records for one screen of a terminal. */
const screenful = 50;

/** Yields the selected records, all or one page of them. */
async function* chosen({ store, filter }: Inbox, limit: number | undefined, offset: number) {
  if (limit === undefined) yield* store.pages(filter);
  else yield await store.list(filter, { limit, offset });
}

/** Lists records as a table or as JSON. */
export async function* list(inbox: Inbox): AsyncGenerator<string> {
  const { command, width, paint, store, filter, now, listed } = inbox;
  const { page = 1 } = command;
  const isForPerson = width !== undefined && !command.json;
  const limit = command.limit ?? (isForPerson || command.page !== undefined ? screenful : undefined);
  const offset = (page - 1) * (limit ?? 0);
  if (command.json) {
    yield* toJson(async function* () {
      for await (const part of chosen(inbox, limit, offset)) yield (await listed(part)).map(listedRecordToJson);
    });
    return;
  }
  const total = await store.count(filter);
  if (total === 0) {
    yield Object.values(filter).some(Boolean) ? 'No records match.\n' : 'There are no records.\n';
    yield await urgentRequests(inbox);
    return;
  }
  const pages = limit === undefined ? 1 : Math.ceil(total / limit);
  if (page > pages) throw new RefusedError(`There is no page ${page}; the last one is ${pages}`);
  let shown = 0;
  const rows = async function* () {
    for await (const part of chosen(inbox, limit, offset)) {
      shown += part.length;
      yield await listed(part);
    }
  };
  yield* layTable(recordColumns(paint, now), rows(), { width, paint });
  const number = (value: number) => value.toLocaleString('en');
  const extent = pages === 1 ? '' : `${number(offset + 1)} to ${number(offset + shown)} of `;
  const older = page < pages ? `; older: --page ${page + 1}` : '';
  yield `\n${extent}${count(total, 'record')}${older}\n`;
  yield await urgentRequests(inbox);
}

/** Returns a line on privacy requests if one is due soon or overdue. */
async function urgentRequests({ requests, paint }: Inbox): Promise<string> {
  const counts = await requests.counts();
  if (counts.dueSoon + counts.overdue === 0) return '';
  return `Privacy requests: ${describeRequestCounts(counts, paint)}; request list shows them\n`;
}

/** Exports records as CSV or JSON. */
export async function* exported({ command, store, filter }: Inbox): AsyncGenerator<string> {
  const { format, bom } = command;
  const pages = async function* () {
    for await (const page of store.pages(filter)) yield page.map(exportRecord);
  };
  if (bom) yield '\u{feff}';
  yield* format === 'csv' ? toCsv(pages) : toJson(pages);
}

/** Counts records by week. */
export async function* weeks({ command, store, now, width, paint }: Inbox): AsyncGenerator<string> {
  const counts = await countWeeks(store, { now, since: timeOf(command.since, now), position: command.position });
  if (command.json) yield `${jsonText(counts)}\n`;
  else yield* layTable(weekColumns, [counts], { width, paint });
}
