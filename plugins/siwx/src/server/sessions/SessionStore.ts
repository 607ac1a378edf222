/** One signed-in browser. Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly id: string
  /** CAIP-10 ids, in their canonical spelling; as they were signed where an earlier version stored them. */
  readonly accountIds: readonly string[]
  /** Raised by one each time the token rotates. */
  readonly generation: number
  readonly rotatedAt: number
  readonly createdAt: number
  readonly expiresAt: number
}

/** Keeps sessions. Faults are thrown. A store may drop a session once it has expired. */
export interface SessionStore {
  add(record: SessionRecord): Promise<void>
  get(id: string): Promise<SessionRecord | undefined>
  /** Raises the generation when it still is `from`: of concurrent calls exactly one answers true. */
  rotate(id: string, from: number, at: number): Promise<boolean>
  /** Answers whether it was there: of concurrent calls exactly one answers true. */
  remove(id: string): Promise<boolean>
  /** Removes every session of an account, also one that is added before the last known one is removed. */
  removeByAccount(accountId: string): Promise<void>
}
