import { defineConfig } from 'vitest/config'

// The page's own configuration is for the page alone.
export default defineConfig({ test: { include: ['test/**/*.test.{ts,tsx}'] } })
