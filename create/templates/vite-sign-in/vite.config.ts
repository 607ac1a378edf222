import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { createApi } from './src/server/createApi.ts'
import { readSettings } from './src/server/readSettings.ts'

export default defineConfig(({ mode }) => ({
  plugins: [react(), api(mode)],
  // Its polyfill is an inline script, which the policy of `servePage` forbids.
  build: { modulePreload: { polyfill: false } },
  // The port of SITE_ORIGIN in .env.development.
  server: { port: 3000, strictPort: true },
}))

/** Answers the routes of the server in development, where `src/server/main.ts` is not running. */
function api(mode: string): Plugin {
  return {
    name: 'api',
    async configureServer({ middlewares }) {
      const handle = await createApi(readSettings(loadEnv(mode, process.cwd(), '')))
      middlewares.use((request, response, next) => {
        handle(request, response).then((isAnswered) => {
          if (!isAnswered) next()
        }, next)
      })
    },
  }
}
