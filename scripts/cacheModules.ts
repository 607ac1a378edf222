import type { Plugin } from 'vite'

/** Longer than any run, in seconds. */
const lifetime = 86_400

/**
 * Lets a page keep the modules that it was given, for a run of tests in a browser: sources don't change in the middle of one, and
 * every test file would ask again for each of some hundred. Does nothing while Vitest watches. A page whose test takes the place of a
 * module keeps nothing, because the browser's cache is off while requests are caught.
 */
export function cacheModules(): Plugin {
  return {
    name: 'latchkey:cache-modules',
    configureServer({ config, middlewares }) {
      if (config.server.watch !== null) return
      middlewares.use((request, response, next) => {
        const isModule = /\.(?:m?js|tsx?|css)(?:\?|$)/.test(request.url ?? '')
        const isTest = /\.test\.tsx?/.test(request.url ?? '')
        if (isModule && !isTest) {
          const setHeader = response.setHeader.bind(response)
          response.setHeader = (name, value) =>
            name === 'Cache-Control' && value === 'no-cache'
              ? setHeader(name, `max-age=${lifetime}`)
              : setHeader(name, value)
        }
        next()
      })
    },
  }
}
