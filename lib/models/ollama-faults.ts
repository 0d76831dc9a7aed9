import { GrammarFault, ModelFault, OverflowFault } from './errors.ts';
import { type About, failed, LOGS, rowFor, said } from './ollama-refusals.ts';
import { isGrammarRefusal, isPage, overflowOf, refusalText, shown } from './refusal.ts';
import { pageFault } from './transport.ts';

/**
 * The fault that a refusal stands for: an HTTP status of 400 or more, or an error line in the middle of an answer (status
 * 200). `body` is what the server sent, JSON or not.
 */
export const ollamaRefusal = (status: number, type: string, body: string, about: About): ModelFault => {
  if (isPage(type, body)) return pageFault(status, { title: 'Ollama', host: about.host });
  const text = refusalText(body);
  const overflow = overflowOf(`${body}\n${text}`);
  if (overflow)
    return new OverflowFault(
      'the prompt does not fit into the context of the model',
      overflow.prompt,
      overflow.context,
    );
  if (isGrammarRefusal(text)) return new GrammarFault(said(about, shown(text)));
  const lower = `${text}\n${body}`.toLowerCase();
  const match = rowFor(status, lower);
  if (match) return new ModelFault(match.kind, match.message(about, shown(text)), match.hint(about));
  return status >= 400 && status < 500
    ? new ModelFault(
        'refused',
        said(about, shown(text) || `status ${status}`),
        'Update Ollama; if that does not help, please report this.',
      )
    : new ModelFault('failed', failed(about, shown(text) || `status ${status}`), LOGS);
};
