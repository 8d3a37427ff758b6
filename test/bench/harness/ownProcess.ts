import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends a request to a new process that runs a TypeScript file, and waits for its answer.
 *
 * @throws {Error} if the process ends without an answer
 */
export async function inOwnProcess<Answer>(
	file: string,
	request: { contender: string },
): Promise<Answer> {
	const child = fork(file, { execArgv: ['--import', 'tsx'] });
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`A process for ${request.contender} ended with ${code}.`);
	});
	child.send(request);
	const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
	await ended.catch(() => undefined);
	return answer;
}

/** Answers the request that this process was started for, then lets the process end. */
export function answerOnce(answer: (request: never) => Promise<object>): void {
	process.once('message', (request: unknown) => {
		void answer(request as never).then((result) =>
			process.send?.(result, () => {
				process.disconnect();
			}),
		);
	});
}
