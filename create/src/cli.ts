#!/usr/bin/env node
import { createLatchkey } from './app/createLatchkey.js'
import { ownSurroundings, runGenerator } from './project/index.js'

process.exitCode = await runGenerator(createLatchkey, ownSurroundings())
