import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { type RunningServer, serveFolder } from './staticServer.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/** No inline scripts or styles, no eval, no markup from strings: what a careful host sends. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*",
  "font-src 'self'",
  // The wallet's frame.
  'frame-src http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

export async function serveApp(): Promise<RunningServer> {
  const outDir = join(here, '../.artifacts/e2e-app')
  await build({
    root: join(here, 'app'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: ['index.html', 'embedded.html', 'hostStyles.html', 'twoKernels.html', 'chains.html'].map(
          (name) => join(here, 'app', name),
        ),
      },
    },
  })

  return serveFolder(outDir, { 'content-security-policy': contentSecurityPolicy })
}
