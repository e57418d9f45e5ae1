import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { programs, testWith } from '../../support/programs.ts';
import { chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { metricsIn, type Prometheus, startPrometheus } from '../../support/service/start-prometheus.ts';
import { testService } from '../../support/service/test-service.ts';

const CONFIG = 'deploy/prometheus';
const TOKEN = 'only-for-tests-and-long-enough-for-them';
const room = 'en.lounge';

const { groups } = parse(readFileSync(`${CONFIG}/alerts.yml`, 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(readFileSync('deploy/grafana/chat.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
/** Queries of the dashboard, with the variables of Grafana replaced. */
const queries = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')),
);

const testPrometheus = testWith('prometheus');
const promtool = (...args: string[]) => runAndCapture(programs.promtool!, args, CONFIG, process.env);

test('the metrics of a query are found', () => {
  const query =
    'sum by (instance, le) (rate(chat_x_total{code="y_z"}[5m])) > 2e3 * max(nodejs_v offset 1h) and up == 0';
  expect(metricsIn(query)).toEqual(['chat_x_total', 'nodejs_v', 'up']);
});

test('every alert and every metric of the service is in the manual', () => {
  const manual = readFileSync('docs/operate.md', 'utf8');
  const named = [...alerts, ...queries.map((expr) => ({ alert: '', expr }))];
  const missing = named.flatMap(({ alert, expr }) =>
    [alert, ...metricsIn(expr)].filter((name) => !manual.includes(nameOf(name))),
  );
  expect(missing).toEqual([]);
});

testPrometheus('every alert is a valid rule, and fires in a test of its own', async () => {
  expect(await promtool('check', 'rules', 'alerts.yml')).toMatchObject({ code: 0 });
  expect(await promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ code: 0 });
  // A file without rules is refused.
  expect(await promtool('check', 'rules', 'prometheus.yml')).toMatchObject({ code: 1 });
  const { tests } = parse(readFileSync(`${CONFIG}/alerts.test.yml`, 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const fired = tests.flatMap((one) => one.alert_rule_test).filter((one) => one.exp_alerts.length);
  expect(fired.map(({ alertname }) => alertname)).toEqual(alerts.map(({ alert }) => alert));
});

describe.runIf(programs.prometheus && programs.postgres)('a Prometheus that scrapes a node', () => {
  const service = testService('PostgreSQL', { METRICS_TOKEN: TOKEN });
  const enter = chatEntry();
  let prometheus: Prometheus;
  beforeAll(async () => {
    const { visitor } = await service.addUser();
    // Before the first scrape, because a metric appears with the first request that it counts.
    expect((await visitor.get('/api/account')).status).toBe(200);
    const user = await enter(visitor, room);
    await user.say(room, 'Good evening');
    prometheus = await startPrometheus(CONFIG, `127.0.0.1:${service.port}`, TOKEN);
    const readTargets = () => prometheus.ask<{ activeTargets: object[] }>('targets');
    await vi.waitFor(
      async () => expect((await readTargets()).data.activeTargets).toMatchObject([{ health: 'up', lastError: '' }]),
      { timeout: 60_000, interval: 200 },
    );
  });
  afterAll(() => prometheus?.stop());

  /** Metrics of a query that the node does not expose. */
  const missingIn = async (query: string): Promise<string[]> => {
    const { data: known } = await prometheus.ask<string[]>('label/__name__/values');
    return metricsIn(query).filter((name) => !known.includes(name));
  };

  testPrometheus('every rule can be evaluated', async () => {
    const readRules = async () =>
      (await prometheus.ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')).data.groups
        .flatMap(({ rules }) => rules)
        .map(({ name, health }) => [name, health]);
    await expect.poll(readRules).toEqual(alerts.map(({ alert }) => [alert, 'ok']));
  });

  testPrometheus(
    'every query of the dashboard and of the alerts is valid, and of metrics that a node exposes',
    async () => {
      for (const query of [...queries, ...alerts.map(({ expr }) => expr)]) {
        const { status, error } = await prometheus.ask('query', { query });
        expect([status, error, await missingIn(query)], query).toEqual(['success', undefined, []]);
      }
    },
  );

  testPrometheus('a query of a metric that no node exposes is found', async () => {
    expect(await missingIn('rate(chat_mesages_stored_total[1m]) > chat_sockets')).toEqual([
      'chat_mesages_stored_total',
    ]);
  });

  testPrometheus('each metric declares its type', async () => {
    const { data } = await prometheus.ask<Record<string, { type: string; help: string }[]>>('metadata');
    const types = Object.entries(data).map(([name, [meta]]) => [name, meta!.type, meta!.help.length > 0]);
    expect(types).toEqual(
      types.map(([name]) => [name, expect.stringMatching(/^(counter|gauge|histogram|summary|info)$/), true]),
    );
    // A busy machine can make an alert pending.
    const { data: current } = await prometheus.ask<{ alerts: { state: string }[] }>('alerts');
    expect(current.alerts.filter(({ state }) => state === 'firing')).toEqual([]);
  });
});

/** A histogram is in the manual by its own name. */
const nameOf = (metric: string): string => metric.replace(/_(?:bucket|count|sum)$/, '');
