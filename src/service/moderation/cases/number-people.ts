/** Numbers of people in a case, by id. The reported person is 1, others follow in the order in which they appear. */
export type PersonNumbers = ReadonlyMap<string, number>;

export function numberPeople(
  person: string | null,
  reports: { reporter: string | null; shown: { sender: string }[] }[],
): PersonNumbers {
  const ids = [person, ...reports.flatMap(({ reporter, shown }) => [reporter, ...shown.map(({ sender }) => sender)])];
  const distinct = new Set(ids.filter((id) => id !== null));
  // Without a known person, no person is 1.
  const first = person === null ? 2 : 1;
  return new Map([...distinct].map((id, index) => [id, index + first]));
}
