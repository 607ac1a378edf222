import { defineConfig } from 'vitest/config'

// Two at a time, and with patience: the other examples run beside it.
export default defineConfig({
  test: {
    include: ['test/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
