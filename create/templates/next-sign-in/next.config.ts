import type { NextConfig } from 'next'

const config: NextConfig = {
  // A native module: Node loads it, not the bundler.
  serverExternalPackages: ['@libsql/client'],
}

export default config
