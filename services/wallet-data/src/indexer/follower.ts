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
}
