import type Libsql from 'libsql'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

type Connection = Libsql.Database
type Statement = Libsql.Statement<unknown[]>

/** Texts of statements differ by the length of their lists. What was used longest ago goes first. */
const statementsKept = 128
/** Characters. Longer ones are rare, and hold much memory. */
const longestKept = 16_384

/** What a column is declared as where its values are the same in JSON: texts, and whole numbers below 2^53. */
const plainTypes: ReadonlySet<string> = new Set(['text', 'integer', 'bigint'])

/**
 * A connection whose questions and changes are compiled once, and whose questions are answered as one text. SQLite takes about as long
 * to compile one as to carry it out, and each value that is handed over by itself costs more than finding it.
 */
export function keptStatements(connection: Connection): SqliteDatabase {
  const questions = keep((sql, onFailure) => createQuestion(connection, sql, onFailure))
  const changes = keep((sql, onFailure) => createChange(connection, sql, onFailure))
  return {
    prepare(sql) {
      if (sql.length > longestKept || !isKept.test(sql)) {
        return connection.prepare<unknown[]>(sql) as unknown as SqliteStatement
      }
      return isQuestion(sql) ? questions.take(sql) : changes.take(sql)
    },
    close() {
      questions.clear()
      changes.clear()
      connection.close()
    },
  }
}

/** Each kind for itself: changes of many rows differ by the number of these, and would take the place of every question. */
function keep(create: (sql: string, onFailure: () => void) => SqliteStatement) {
  const kept = new Map<string, SqliteStatement>()
  function add(sql: string): SqliteStatement {
    const statement = create(sql, () => kept.delete(sql))
    for (const oldest of kept.keys()) {
      if (kept.size < statementsKept) break
      kept.delete(oldest)
    }
    return statement
  }
  return {
    take(sql: string): SqliteStatement {
      const statement = kept.get(sql) ?? add(sql)
      kept.delete(sql)
      kept.set(sql, statement)
      return statement
    },
    clear: () => kept.clear(),
  }
}

/** Not what changes tables, which is asked for once. */
const isKept = /^(?:select|insert|update|delete|begin|commit|rollback)\b/i
const isQuestion = (sql: string) => /^select\s/i.test(sql)

function createChange(connection: Connection, sql: string, onFailure: () => void): SqliteStatement {
  const statement = connection.prepare<unknown[]>(sql)
  function carryOut<Answer>(run: () => Answer): Answer {
    try {
      return run()
    } catch (error) {
      // Where it stands then isn't known.
      onFailure()
      throw error
    }
  }
  return {
    reader: statement.reader,
    all: (values) => carryOut(() => statement.all([...values])),
    run: (values) => carryOut(() => statement.run([...values])) as ReturnType<SqliteStatement['run']>,
    // Carried out a row at a time, so that it may still be at it when the same change is asked for again.
    iterate: (values) => connection.prepare<unknown[]>(sql).iterate([...values]),
  }
}

function createQuestion(connection: Connection, sql: string, onFailure: () => void): SqliteStatement {
  const statement = connection.prepare<unknown[]>(sql)
  const read = createPackedRead(connection, sql, statement) ?? ((values: unknown[]) => statement.all(values))
  return {
    reader: true,
    all(values) {
      try {
        return read([...values])
      } catch (error) {
        // Where it stands then isn't known.
        onFailure()
        throw error
      }
    },
    run() {
      throw new Error('A question was run like a change. Read its rows.')
    },
    // Read a row at a time, so that it may still be at it when the same question is asked again.
    iterate: (values) => connection.prepare<unknown[]>(sql).iterate([...values]),
  }
}

/** `undefined` where JSON can't hold what the columns hold. */
function createPackedRead(connection: Connection, sql: string, statement: Statement) {
  const columns = statement.columns()
  const names = columns.map(({ name }) => name)
  const isPlain = columns.every(({ type }) => plainTypes.has(type?.toLowerCase() ?? ''))
  if (!isPlain || new Set(names.map((name) => name.toLowerCase())).size < names.length) return undefined
  // Named with their table: SQLite takes a name in quotes that it doesn't know for a text.
  const values = names.map((name) => `told."${name.replaceAll('"', '""')}"`)
  const packed = connection.prepare<unknown[]>(
    `select json_group_array(json_array(${values.join(', ')})) as rows from (${sql}) as told`,
  )
  return (parameters: unknown[]): unknown[] => {
    const { rows } = packed.get(parameters) as { readonly rows: string }
    const told: readonly (readonly unknown[])[] = JSON.parse(rows)
    return told.map((row) => {
      // One member after the other: as `Object.fromEntries` it takes as long as the question.
      const named: Record<string, unknown> = {}
      for (let index = 0; index < names.length; index += 1) named[names[index] ?? ''] = row[index]
      return named
    })
  }
}
