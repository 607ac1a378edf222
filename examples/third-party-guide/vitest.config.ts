import { defineConfig } from 'vitest/config'

// Two at a time: the other examples run beside it.
export default defineConfig({
  test: { include: ['test/*.test.{ts,tsx}'], maxWorkers: 2, testTimeout: 60_000 },
})
