import { createClient } from '@libsql/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryNonces } from '../nonces/memoryNonces.js'
import type { NonceStore } from '../nonces/NonceStore.js'
import { redisNonces } from '../nonces/redisNonces.js'
import { SQL_NONCES_SCHEMA, sqlNonces } from '../nonces/sqlNonces.js'
import { memorySessions } from '../sessions/memorySessions.js'
import { redisSessions } from '../sessions/redisSessions.js'
import type { SessionStore } from '../sessions/SessionStore.js'
import { SQL_SESSIONS_SCHEMA, sqlSessions } from '../sessions/sqlSessions.js'
import { connectRedis } from '../../testing/redisCommand.js'
import { startPostgres } from '../../../../../devstack/src/postgres/startPostgres.js'
import { eventually, startRedis } from '../../testing/startServer.js'
import type { SqlExecute } from './SqlExecute.js'

interface Stores {
  readonly nonces: Required<NonceStore> & { removeExpired?(now: number): Promise<void> }
  readonly sessions: SessionStore & { removeExpired?(now: number): Promise<void> }
  stop(): Promise<void>
}

async function sqlStores(
  execute: SqlExecute,
  dialect: 'postgres' | 'sqlite',
  stop: () => Promise<void>,
): Promise<Stores> {
  for (const statement of [...SQL_NONCES_SCHEMA, ...SQL_SESSIONS_SCHEMA]) await execute(statement, [])
  return { nonces: sqlNonces(execute, dialect), sessions: sqlSessions(execute, dialect), stop }
}

async function libsqlStores(): Promise<Stores> {
  const client = createClient({ url: ':memory:' })
  const execute: SqlExecute = async (sql, args) => {
    const { rows, columns } = await client.execute({ sql, args: [...args] })
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
  }
  return sqlStores(execute, 'sqlite', async () => client.close())
}

async function postgresStores(): Promise<Stores> {
  const server = await startPostgres()
  const pool = new pg.Pool({ connectionString: await server.createDatabase('siwx'), max: 10 })
  const execute: SqlExecute = async (sql, parameters) => (await pool.query(sql, [...parameters])).rows
  return sqlStores(execute, 'postgres', async () => {
    await pool.end()
    await server.stop()
  })
}

async function redisStores(): Promise<Stores> {
  const server = await startRedis()
  const { command, close } = await eventually(() => connectRedis(server.port))
  return {
    nonces: redisNonces(command),
    sessions: redisSessions(command),
    async stop() {
      close()
      await server.stop()
    },
  }
}

async function memoryStores(): Promise<Stores> {
  return { nonces: memoryNonces(), sessions: memorySessions(), stop: async () => {} }
}

const kinds = [
  { name: 'memory', open: memoryStores },
  { name: 'libSQL', open: libsqlStores },
  { name: 'PostgreSQL', open: postgresStores },
  { name: 'Redis', open: redisStores },
]

for (const { name, open } of kinds) {
  describe(`stores in ${name}`, () => {
    let stores: Stores
    // Servers that drop by time use their own clock, so tests stay ahead of it.
    const now = Date.now()
    const later = now + 60_000

    beforeAll(async () => {
      stores = await open()
    }, 120_000)
    afterAll(() => stores?.stop())

    it('knows a nonce from being added to being used', async () => {
      const { nonces } = stores
      expect(await nonces.consume('n1', '', now)).toBe('unknown')
      await nonces.add({ nonce: 'n1', binding: '', expiresAt: later })
      expect(await nonces.consume('n1', '', now)).toBe('live')
      expect(await nonces.consume('n1', '', now)).toBe('used')
    })

    it('takes a nonce once', async () => {
      await stores.nonces.add({ nonce: 'n2', binding: '', expiresAt: later })
      const again = stores.nonces.add({ nonce: 'n2', binding: 'x', expiresAt: later })
      await expect(again).rejects.toMatchObject({ code: 'SIWX_NONCE_TAKEN' })
    })

    it('lets exactly one of many concurrent calls consume', async () => {
      const { nonces } = stores
      for (let round = 0; round < 20; round++) {
        const nonce = `race${round}`
        await nonces.add({ nonce, binding: 'b', expiresAt: later })
        const states = await Promise.all(Array.from({ length: 20 }, () => nonces.consume(nonce, 'b', now)))
        expect(states.filter((state) => state === 'live')).toHaveLength(1)
        expect(states.filter((state) => state === 'used')).toHaveLength(19)
      }
    })

    it('does not give a nonce to another browser, and keeps it', async () => {
      const { nonces } = stores
      await nonces.add({ nonce: 'n3', binding: 'mine', expiresAt: later })
      expect(await nonces.consume('n3', 'theirs', now)).toBe('mismatch')
      expect(await nonces.consume('n3', '', now)).toBe('mismatch')
      expect(await nonces.consume('n3', 'mine', now)).toBe('live')
    })

    it('makes a used nonce live again as it was, and no other', async () => {
      const { nonces } = stores
      await nonces.release('n-never')
      expect(await nonces.consume('n-never', '', now)).toBe('unknown')
      await nonces.add({ nonce: 'n5', binding: 'mine:1', expiresAt: later })
      await nonces.release('n5')
      expect(await nonces.consume('n5', 'mine:1', now)).toBe('live')
      await nonces.release('n5')
      expect(await nonces.consume('n5', 'theirs', now)).toBe('mismatch')
      expect(await nonces.consume('n5', 'mine:1', now)).toBe('live')
      expect(await nonces.consume('n5', 'mine:1', now)).toBe('used')
      await nonces.release('n5')
      expect(await nonces.consume('n5', 'mine:1', later)).toBe('expired')
    })

    it('knows an expired nonce by the time it is given', async () => {
      const { nonces } = stores
      await nonces.add({ nonce: 'n4', binding: '', expiresAt: later })
      expect(await nonces.consume('n4', '', later)).toBe('expired')
      await nonces.removeExpired?.(later)
      if (nonces.removeExpired) expect(await nonces.consume('n4', '', now)).toBe('unknown')
    })

    it('takes any text as a nonce', async () => {
      const nonce = `'; DROP TABLE siwx_nonces; -- $1 ? "\r\n*3`
      await stores.nonces.add({ nonce, binding: "'?", expiresAt: later })
      expect(await stores.nonces.consume(nonce, "'?", now)).toBe('live')
    })

    const record = {
      id: 's1',
      accountIds: ['eip155:1:0xA', 'solana:x:B'],
      generation: 1,
      rotatedAt: now,
      createdAt: now,
      expiresAt: later,
    }

    it('keeps a session whole', async () => {
      const { sessions } = stores
      expect(await sessions.get('s1')).toBeUndefined()
      await sessions.add(record)
      expect(await sessions.get('s1')).toEqual(record)
    })

    it('rotates once from one generation', async () => {
      const { sessions } = stores
      await sessions.add({ ...record, id: 's2' })
      const results = await Promise.all(Array.from({ length: 10 }, () => sessions.rotate('s2', 1, now + 5)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await sessions.get('s2')).toEqual({ ...record, id: 's2', generation: 2, rotatedAt: now + 5 })
      expect(await sessions.rotate('none', 1, now)).toBe(false)
    })

    it('says who removed a session, of many that try at once', async () => {
      const { sessions } = stores
      expect(await sessions.remove('none')).toBe(false)
      await sessions.add({ ...record, id: 's6' })
      const results = await Promise.all(Array.from({ length: 10 }, () => sessions.remove('s6')))
      expect(results.filter(Boolean)).toHaveLength(1)
    })

    it('leaves no session of an account that is replaced while the account is removed', async () => {
      const { sessions } = stores
      const accountIds = ['a:b:moving']
      for (let round = 0; round < 20; round++) {
        const [before, after] = [`before${round}`, `after${round}`]
        await sessions.add({ ...record, id: before, accountIds })
        const replace = async () => {
          await sessions.add({ ...record, id: after, accountIds })
          // What a sign-in does: it keeps the new one only when the old one was still there.
          if (!(await sessions.remove(before))) await sessions.remove(after)
        }
        await Promise.all([replace(), sessions.removeByAccount('a:b:moving')])
        expect(await sessions.get(before), `${round}`).toBeUndefined()
        expect(await sessions.get(after), `${round}`).toBeUndefined()
      }
    })

    it('removes by id, by account and by time', async () => {
      const { sessions } = stores
      await sessions.add({ ...record, id: 's3', accountIds: ['a:b:one'] })
      await sessions.add({ ...record, id: 's4', accountIds: ['a:b:one', 'a:b:two'] })
      await sessions.add({ ...record, id: 's5', accountIds: ['a:b:two'] })
      await sessions.remove('s3')
      expect(await sessions.get('s3')).toBeUndefined()
      await sessions.removeByAccount('a:b:one')
      expect(await sessions.get('s4')).toBeUndefined()
      expect(await sessions.get('s5')).toBeDefined()
      await sessions.removeByAccount('a:b:none')
      if (!sessions.removeExpired) return
      await sessions.removeExpired(later)
      expect(await sessions.get('s5')).toBeUndefined()
    })
  })
}

describe('sessions in Redis', () => {
  it('still finds a long session of an account when a shorter one has ended', async () => {
    const { sessions, stop } = await redisStores()
    try {
      const now = Date.now()
      const record = { accountIds: ['a:b:c'], generation: 1, rotatedAt: now, createdAt: now }
      await sessions.add({ ...record, id: 'long', expiresAt: now + 600_000 })
      await sessions.add({ ...record, id: 'short', expiresAt: Date.now() + 50 })
      await eventually(async () => {
        if (await sessions.get('short')) throw new Error('still there')
      })
      await sessions.removeByAccount('a:b:c')
      expect(await sessions.get('long')).toBeUndefined()
    } finally {
      await stop()
    }
  })
})

describe('stores in memory', () => {
  it('stay within their limit', async () => {
    const nonces = memoryNonces({ limit: 2 })
    const sessions = memorySessions({ limit: 2 })
    for (const id of ['a', 'b', 'c']) {
      await nonces.add({ nonce: id, binding: '', expiresAt: 10 })
      await sessions.add({ id, accountIds: [], generation: 1, rotatedAt: 0, createdAt: 0, expiresAt: 10 })
    }
    expect(await nonces.consume('a', '', 0)).toBe('unknown')
    expect(await nonces.consume('c', '', 0)).toBe('live')
    expect(await sessions.get('a')).toBeUndefined()
  })
})
