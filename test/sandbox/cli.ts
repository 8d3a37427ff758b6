import { announcement, facts, summary } from './announcement';
import { explain, HELP, readCommandLine } from './commandLine';
import { startSandbox } from '.';

async function main(): Promise<void> {
	const { options, json, help } = readCommandLine(process.argv.slice(2));
	if (help) {
		process.stdout.write(HELP);
		return;
	}
	const sandbox = await startSandbox(options);
	process.stdout.write(json ? facts(sandbox) : announcement(sandbox));
	const stop = (): void => {
		if (json) process.stdout.write(summary(sandbox));
		void sandbox.stop();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	process.stderr.write(`sandbox: ${explain(error)}\n`);
	process.exitCode = 2;
});
