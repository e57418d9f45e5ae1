import { collectDefaultMetrics, Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

import { required } from '../../shared/required.ts';
import { createStatementTimer } from './statement-timer.ts';

/** Buckets from a millisecond to ten seconds, the timeout of browsers. */
const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 10];

type GaugeValues = number | [label: string, value: number][] | undefined;

/** Metrics of a node and of its process. Values of labels come from the program, never from users. */
export class Metrics {
  readonly #registry = openRegistry();
  readonly #registers = [this.#registry];
  readonly messagesStored = this.#counter('chat_messages_stored_total', 'New messages that this node has stored.');
  readonly messagesHeard = this.#counter(
    'chat_messages_heard_total',
    'New messages that this node has sent to sockets, each socket counted.',
  );
  readonly callsEnded = this.#counter('chat_calls_ended_total', 'Calls that ended on this node.', 'end');
  readonly chatRequests = this.#histogram(
    'chat_request_duration_seconds',
    'Time that requests over sockets took.',
    'request',
  );
  readonly httpRequests = this.#histogram(
    'chat_http_request_duration_seconds',
    'Time that HTTP requests took.',
    'route',
    'status',
  );
  readonly refusals = this.#counter(
    'chat_refusals_total',
    'Requests over sockets, connections and fields of forms that were refused.',
    'source',
    'code',
  );
  readonly mails = this.#counter('chat_mails_total', 'Attempts to deliver mails.', 'outcome');
  readonly unexpectedErrors = this.#counter('chat_unexpected_errors_total', 'Errors that the log calls unexpected.');
  /** Kysely's `log` callback: times each statement. */
  readonly timeStatement = createStatementTimer(this.#registers, SECONDS);

  constructor() {
    beginWithZero(this);
  }

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  #histogram<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: this.#registers });
  }

  /**
   * Adds a gauge that is read at each scrape.
   * @param read returns a value, or values by label; undefined without a current value
   */
  addGauge(
    name: string,
    help: string,
    read: () => GaugeValues | Promise<GaugeValues>,
    label?: 'pool' | 'queue' | 'state',
  ): void {
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
    this.#registry.registerMetric(gauge);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** In the OpenMetrics format. @see https://prometheus.io/docs/specs/om/open_metrics_spec/ */
  render(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** A registry with the metrics of the process. */
function openRegistry(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Starts counters at 0: Prometheus cannot compute a rate from the first sample. */
function beginWithZero({ callsEnded, mails, refusals }: Metrics): void {
  for (const end of ['answered', 'missed', 'declined', 'busy', 'failed']) callsEnded.inc({ end }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const source of ['chat', 'connection', 'form', 'moderation'])
    for (const code of ['server', 'tooMany']) refusals.inc({ source, code }, 0);
  refusals.inc({ source: 'moderation', code: 'brake' }, 0);
}
