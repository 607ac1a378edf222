export { type Postgres, type PostgresReplica, startPostgres } from './startPostgres.js'
