import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'

/**
 * Runs a plugin's own tests with another version of a package that the host installs:
 * `PEER_NAME` is that package, `PEER_FOLDER` where it is installed, `PEER_USER` the folder of the plugin.
 */
const { PEER_NAME: name, PEER_FOLDER: folder, PEER_USER: user } = process.env
if (!name || !folder || !user) throw new Error('PEER_NAME, PEER_FOLDER and PEER_USER must be set.')

const otherVersion: Plugin = {
  name: 'other-version',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== name && !source.startsWith(`${name}/`)) return undefined
    // The local chain and the test wallet are tools; they keep their own version.
    if (!importer?.includes(`/${user}/`)) return undefined
    return this.resolve(source, join(folder, 'host.js'), { skipSelf: true })
  },
}

export default defineConfig({
  plugins: [otherVersion],
  test: {
    environment: 'node',
    include: [`${user}/src/**/*.test.ts`],
    // Compares our networks with the newest viem's. Older versions don't have all of them.
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/networkData.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
