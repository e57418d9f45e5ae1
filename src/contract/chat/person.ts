/** A user as other users see them. */
export interface Person {
  id: string;
  name: string;
}
