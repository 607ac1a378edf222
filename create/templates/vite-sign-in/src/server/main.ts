import { createServer } from 'node:http'
import { createApi } from './createApi.ts'
import { readSettings } from './readSettings.ts'
import { servePage } from './servePage.ts'

const settings = readSettings(process.env)
const api = await createApi(settings)

const server = createServer(async (request, response) => {
  try {
    if (!(await api(request, response))) await servePage(request, response)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
})
server.listen(Number(process.env.PORT ?? 3000), () => console.log(`Open ${settings.origin}`))

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
