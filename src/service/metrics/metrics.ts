import { collectDefaultMetrics, Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

import { required } from '../../shared/required.ts';
import { createStatementTimer, type StatementTimer } from './statement-timer.ts';

/** Buckets from a millisecond to ten seconds, the timeout of browsers. */
const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 10];

/** Metrics of a node. Values of labels come from the program, never from users. */
export interface Metrics {
  messagesStored: Counter;
  messagesHeard: Counter;
  callsEnded: Counter<'end'>;
  chatRequests: Histogram<'request'>;
  httpRequests: Histogram<'route' | 'status'>;
  refusals: Counter<'source' | 'code'>;
  mails: Counter<'outcome'>;
  unexpectedErrors: Counter;
  /** Kysely's `log` callback: times each statement. */
  timeStatement: StatementTimer;
  /**
   * Adds a gauge that is read at each scrape.
   * @param read returns a value, or values by label; undefined without a current value
   */
  addGauge: (
    name: string,
    help: string,
    read: () => GaugeValues | Promise<GaugeValues>,
    label?: 'pool' | 'queue' | 'state',
  ) => void;
  contentType: string;
  /** In the OpenMetrics format. @see https://prometheus.io/docs/specs/om/open_metrics_spec/ */
  render: () => Promise<string>;
}

type GaugeValues = number | [label: string, value: number][] | undefined;

/** Creates the metrics of a node and of its process. */
export function createMetrics(): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const metrics: Metrics = {
    messagesStored: new Counter({
      name: 'chat_messages_stored_total',
      help: 'New messages that this node has stored.',
      registers,
    }),
    messagesHeard: new Counter({
      name: 'chat_messages_heard_total',
      help: 'New messages that this node has sent to sockets, each socket counted.',
      registers,
    }),
    callsEnded: new Counter({
      name: 'chat_calls_ended_total',
      help: 'Calls that ended on this node.',
      labelNames: ['end'],
      registers,
    }),
    chatRequests: new Histogram({
      name: 'chat_request_duration_seconds',
      help: 'Time that requests over sockets took.',
      labelNames: ['request'],
      buckets: SECONDS,
      registers,
    }),
    httpRequests: new Histogram({
      name: 'chat_http_request_duration_seconds',
      help: 'Time that HTTP requests took.',
      labelNames: ['route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'chat_refusals_total',
      help: 'Requests over sockets, connections and fields of forms that were refused.',
      labelNames: ['source', 'code'],
      registers,
    }),
    mails: new Counter({
      name: 'chat_mails_total',
      help: 'Attempts to deliver mails.',
      labelNames: ['outcome'],
      registers,
    }),
    unexpectedErrors: new Counter({
      name: 'chat_unexpected_errors_total',
      help: 'Errors that the log calls unexpected.',
      registers,
    }),
    timeStatement: createStatementTimer(registers, SECONDS),
    addGauge: (name, help, read, label) => {
      const gauge = new Gauge({
        name,
        help,
        labelNames: label ? [label] : [],
        registers: [],
        async collect() {
          const values = await read();
          if (!label) this.remove();
          if (Array.isArray(values))
            for (const [value, number] of values) this.set({ [required(label, `label of ${name}`)]: value }, number);
          else if (values !== undefined) this.set(values);
        },
      });
      registry.registerMetric(gauge);
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
  beginWithZero(metrics);
  return metrics;
}

/** Starts counters at 0: Prometheus cannot compute a rate from the first sample. */
function beginWithZero({ callsEnded, mails, refusals }: Metrics): void {
  for (const end of ['answered', 'missed', 'declined', 'busy', 'failed']) callsEnded.inc({ end }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const source of ['chat', 'connection', 'form', 'moderation'])
    for (const code of ['server', 'tooMany']) refusals.inc({ source, code }, 0);
}
