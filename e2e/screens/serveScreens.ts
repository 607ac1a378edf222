import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const artifacts = fileURLToPath(new URL('../../.artifacts', import.meta.url))

/** The package of the email wallet says that importing does nothing; its test frame is all effect. */
const keepFrame = {
  name: 'keep-frame',
  transform: (code: string, id: string) =>
    id.includes('/email-auth/test/frame/') ? { code, moduleSideEffects: true } : undefined,
}

/** Builds the gallery into a folder of its own, which a parallel build can't empty, and serves it on loopback. */
export async function serveScreens(
  port = 0,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  await mkdir(artifacts, { recursive: true })
  const outDir = await mkdtemp(join(artifacts, 'gallery-page-'))
  const options = {
    root: here,
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), keepFrame],
  }
  const input = ['index', 'stage', 'frame'].map((name) => `${here}${name}.html`)
  await build({
    ...options,
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', rolldownOptions: { input } },
  })
  // On a port of its own nothing goes out of date: a screen has more than a hundred files, and all screens nearly the same ones.
  const headers = port === 0 ? { 'cache-control': 'max-age=86400' } : {}
  const server = await preview({
    ...options,
    build: { outDir },
    preview: { host: '127.0.0.1', port, headers },
  })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The gallery has no address.')
  return {
    url,
    async stop() {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
