import { createServer } from 'node:http'
import { nodeHandler } from '@latchkey/plugin-siwx/server'
import { createSignIn } from './createSignIn.js'
import { openDatabase } from './database.js'
import { readEnvironment } from './environment.js'
import { createNotes } from './notes.js'
import { servePage } from './servePage.js'

const environment = readEnvironment(process.env)
const database = await openDatabase(environment.databaseUrl)
const signIn = createSignIn(database, environment)

const routes = {
  '/api/siwx/': nodeHandler(signIn.handle),
  '/api/notes': nodeHandler(createNotes(signIn, database, environment)),
}

const server = createServer((request, response) => {
  const path = Object.keys(routes).find((start) => request.url?.startsWith(start))
  const handle = path ? routes[path as keyof typeof routes] : servePage
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(environment.port, () => console.log(`Open ${environment.origin}`))

process.once('SIGTERM', () => {
  server.close(() => void database.close())
  server.closeAllConnections()
})
