import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Cuts the sockets and calls of a banned person. Resolves once they are cut on every node that responds. */
export async function cutOff({ events }: ServiceBrand, person: string): Promise<void> {
  const cuts: Promise<unknown>[] = [];
  events.emit('banned', person, (cut) => void cuts.push(cut));
  await Promise.all(cuts);
}
