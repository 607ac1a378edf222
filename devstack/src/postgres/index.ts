export { type Postgres, startPostgres } from './startPostgres.js'
