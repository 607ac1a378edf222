import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * A server of Node's own `http` that gives kept answers: what any service in JavaScript costs at least.
 * `tsx bareServer.ts <file>`, which holds `{ [path]: text }`. `/metrics` tells its processor time.
 */
const answers = new Map(Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))))

const server = createServer((request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage()
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`)
    return
  }
  const answer = answers.get(request.url ?? '')
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    response.end(answer ?? '')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`: http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
