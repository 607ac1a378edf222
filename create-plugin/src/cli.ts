#!/usr/bin/env node
import { ownSurroundings, runGenerator } from 'create-latchkey/project'
import { pluginGenerator } from './pluginGenerator.js'

process.exitCode = await runGenerator(pluginGenerator, ownSurroundings())
