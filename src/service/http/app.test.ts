import { pino } from 'pino';
import { expect, test } from 'vitest';

import { openApi } from '../../contract/open-api.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { AppDeps } from './app-deps.ts';
import { createApp } from './app.ts';

test('the API description lists exactly the routes of the app', () => {
  const { routes } = createApp({ log: pino({ enabled: false }), metrics: new Metrics() } as AppDeps);
  const served = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(served.toSorted());
});
