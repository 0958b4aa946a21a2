/** The S3-compatible store of a test. */
import { afterAll } from 'vitest'
import { runS3, type TestS3 } from './s3-server.ts'

/** Runs until the file's tests have ended. */
export async function startS3(): Promise<TestS3> {
  const s3 = await runS3()
  afterAll(() => s3.stop())
  return s3
}
