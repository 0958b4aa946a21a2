/** `npm run doctor`: looks at a deployment and says in plain words what is wrong with it. The server may be running. */
import { EnvironmentFaults, readEnv } from '../../platform/env/env.ts'
import { examine } from '../doctor/examine.ts'
import { findingsAbout, type Finding } from '../doctor/finding.ts'
import { runOnServer } from './command.ts'
import { createLog } from '../../platform/logger.ts'

function lineOf({ level, about, says }: Finding): string {
  return `${level.padEnd(9)}${about.padEnd(15)}${says}\n`
}

async function findings(): Promise<Finding[]> {
  try {
    const env = readEnv()
    return await examine(env, createLog('silent'), () => runOnServer(env, 'doctor'))
  } catch (error) {
    if (!(error instanceof EnvironmentFaults)) throw error
    // Without right settings nothing else can be asked.
    return error.faults.map((fault) => findingsAbout('settings').problem(fault))
  }
}

const found = await findings()
const having = (level: Finding['level']) => found.filter((finding) => finding.level === level).length
const counted = (level: 'problem' | 'warning') => `${having(level)} ${level}${having(level) === 1 ? '' : 's'}`
const sum = `\n${counted('problem')}, ${counted('warning')}, ${having('ok')} ok\n`
process.stdout.write(`${found.map(lineOf).join('')}${sum}`)
process.exitCode = having('problem') > 0 ? 1 : 0
