import type { Database } from '../database/schema.js'
import type { AnnounceTouched } from '../shared/changes.js'

/** What one step of reading a chain did. */
export interface FollowStep {
  /** Nothing more is there to read at the moment. */
  readonly isDone: boolean
  /** Up to where the index goes. */
  readonly height: number
  /** Canonical addresses whose answers have changed. */
  readonly touched: readonly string[] | 'all'
}

export interface Follower {
  readonly networkId: string
  step(): Promise<FollowStep>
  /** Whether the index holds what the node holds now, whoever wrote it. */
  isCurrent(): Promise<boolean>
}

/** @param database where what was read is written */
export type Follow = (database: Database, announce: AnnounceTouched) => Follower
