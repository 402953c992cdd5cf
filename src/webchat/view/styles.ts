/** Styles of web chat, which the console's preview imitates. Colours follow the page's color scheme. */
export const STYLES = `
:host{all:initial;color-scheme:inherit;display:block}
:host([data-theme=light]){color-scheme:light}
:host([data-theme=dark]){color-scheme:dark}
:host{
--ground:light-dark(#fff,#16191c);--head:light-dark(#0b6a78,#1f2327);--head-ink:light-dark(#fff,#eceff1);
--ink:light-dark(#15191c,#eceff1);--muted:light-dark(#485057,#b3bbc2);--bubble:light-dark(#eff1f2,#272c31);
--own:light-dark(#0b6a78,#4fbccb);--own-ink:light-dark(#fff,#04242a);
--edge:light-dark(#d3d8dc,#363d43);--line:light-dark(#e5e8ea,#272c31);--link:light-dark(#0a6270,#62c8d6);
--quick-edge:light-dark(#9ccbd2,#2c6873);--field:light-dark(#848c93,#717b84);--danger:light-dark(#b42a23,#f4938c);
--shadow:light-dark(#10182833,#000000a6)}
.panel,.launcher,dialog{font:15px/22px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Thai","Leelawadee UI",Thonburi,sans-serif;
color:var(--ink)}
*{box-sizing:border-box}
[hidden]{display:none!important}
button,input,textarea{font:inherit;color:inherit;letter-spacing:inherit}
button{cursor:pointer;border:0;background:none;padding:0;touch-action:manipulation}
svg{display:block;width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.launcher{position:fixed;right:20px;bottom:20px;z-index:2147483000;width:56px;height:56px;border-radius:50%;display:grid;place-items:center;
background:var(--own);color:var(--own-ink);box-shadow:0 4px 20px var(--shadow)}
.launcher svg{width:28px;height:28px}
.launcher:focus-visible{outline-offset:3px}
.count{position:absolute;top:-2px;right:-2px;min-width:20px;height:20px;padding:0 5px;border-radius:10px;background:#b42a23;color:#fff;font-size:12px;line-height:20px;font-weight:600;text-align:center}
.panel{position:fixed;right:20px;bottom:20px;z-index:2147483000;width:376px;height:min(640px,calc(100dvh - 40px));display:flex;flex-direction:column;
background:var(--ground);border-radius:16px;overflow:hidden;box-shadow:0 0 0 1px var(--edge),0 12px 48px var(--shadow)}
.full{inset:0;width:auto;height:100dvh;border-radius:0;box-shadow:none}
.full>*{width:100%;max-width:720px;margin-inline:auto}
.full>header{max-width:none;padding-inline:max(16px,calc(50% - 344px))}
header{display:flex;align-items:center;gap:8px;min-height:56px;padding:8px 16px;font-weight:600;flex:none}
.panel>header{background:var(--head);color:var(--head-ink)}
header>:first-child{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:16px;font-weight:600;margin:0;line-height:24px}
.plain{display:grid;place-items:center;width:44px;height:44px;margin-right:-12px;border-radius:8px}
.panel>header :focus-visible{outline-color:currentColor;outline-offset:-4px}
.log{flex:1;min-height:0;overflow:auto;overscroll-behavior:contain;padding:16px;display:flex;flex-direction:column;gap:8px;scrollbar-width:thin}
.log:focus-visible{outline-offset:-3px}
.log>:first-child{margin-top:auto}
.log>*{flex:none}
.turn{display:flex;flex-direction:column;align-items:flex-start;gap:4px;max-width:100%}
.turn.own{align-items:flex-end}
.bubble{max-width:84%;padding:9px 14px;border-radius:12px 12px 12px 4px;background:var(--bubble);white-space:pre-wrap;overflow-wrap:anywhere;line-break:auto}
.own .bubble{background:var(--own);color:var(--own-ink);border-radius:12px 12px 4px 12px}
.own.waiting .bubble{opacity:.75}
.own a{color:inherit}
a{color:var(--link)}
.note{font-size:13px;line-height:18px;color:var(--muted)}
.note.bad{color:var(--danger)}
.mark{align-self:center;text-align:center;font-size:13px;line-height:18px;color:var(--muted)}
.mark button,.note button{color:var(--link);font-weight:600;text-decoration:underline;min-height:24px;padding:0 4px}
.picture{display:block;overflow:hidden;background:var(--bubble)}
.picture img{display:block;width:100%;height:100%;object-fit:cover}
.media{max-width:280px;width:84%;border-radius:12px}
.media.picture{min-height:120px}
.media img{height:auto;max-height:320px}
video.media{aspect-ratio:16/9;background:#000}
.strip{position:relative;align-self:stretch;margin-inline:-16px}
.cards{display:flex;align-items:stretch;gap:8px;overflow-x:auto;max-width:100%;scroll-snap-type:x proximity;scrollbar-width:none;padding:2px 16px;scroll-padding-inline:16px}
.turn>.cards{padding:2px 0}
.cards>*{flex:none;scroll-snap-align:start}
.card{width:248px;max-width:84%;display:flex;flex-direction:column;border:1px solid var(--edge);border-radius:12px;overflow:hidden;background:var(--ground);overflow-wrap:anywhere}
.cards .card{max-width:none}
.wide{height:140px}
.said{padding:10px 14px;flex:1}
.said b{display:block;font-weight:600}
.said p{margin:0;font-size:14px;line-height:21px;color:var(--muted);white-space:pre-wrap}
.said:empty{display:none}
.row{display:block;width:100%;min-height:44px;padding:8px 12px;border-top:1px solid var(--line);color:var(--link);font-weight:500;text-align:center}
.row:hover,.quick button:hover{background:var(--bubble)}
.row:focus-visible{outline-offset:-3px}
.square{position:relative;width:168px;height:168px;border-radius:12px;overflow:hidden}
.square .fill{width:100%;height:100%}
.square>span:last-child{position:absolute;left:8px;right:8px;bottom:8px;padding:3px 10px;border-radius:14px;background:#000000b8;color:#fff;font-size:14px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.square:focus-visible{outline-offset:-3px}
.move{position:absolute;top:50%;width:36px;height:36px;margin-top:-18px;border-radius:50%;display:grid;place-items:center;background:var(--ground);box-shadow:0 1px 6px var(--shadow);border:1px solid var(--edge)}
.move svg{width:18px;height:18px}
.back{left:6px}.on{right:6px}
@media(hover:none){.move{display:none}}
.quick{display:flex;flex-wrap:wrap;gap:8px;padding:0 16px 12px;flex:none;max-height:148px;overflow:auto}
.quick button{min-height:36px;padding:5px 14px;border:1px solid var(--quick-edge);border-radius:18px;color:var(--link);font-size:14px;font-weight:500}
.dots{display:inline-flex;gap:4px;padding:15px 14px}
.dots i{width:6px;height:6px;border-radius:50%;background:var(--muted);animation:beat 1.2s infinite}
.dots i:nth-child(2){animation-delay:.15s}.dots i:nth-child(3){animation-delay:.3s}
@keyframes beat{0%,60%,100%{opacity:.3}30%{opacity:1}}
@media(prefers-reduced-motion:reduce){.dots i{animation:none}}
.status{padding:6px 16px;font-size:13px;line-height:18px;color:var(--muted);background:var(--bubble);flex:none}
.status:empty{display:none}
.write{display:flex;align-items:flex-end;gap:8px;padding:10px 12px;border-top:1px solid var(--line);flex:none;padding-bottom:max(10px,env(safe-area-inset-bottom))}
textarea{flex:1;min-width:0;height:44px;max-height:132px;padding:10px 12px;border:1px solid var(--field);border-radius:12px;background:transparent;resize:none;font-size:16px;line-height:22px}
textarea::placeholder{color:var(--muted);opacity:1}
textarea:focus-visible{outline-offset:-1px}
.go{display:grid;place-items:center;width:44px;height:44px;border-radius:12px;background:var(--own);color:var(--own-ink)}
.go:disabled{opacity:.45;cursor:default}
dialog{border:0;padding:0;width:min(360px,calc(100vw - 32px));border-radius:16px;background:var(--ground);color:var(--ink);box-shadow:0 12px 48px var(--shadow)}
dialog::backdrop{background:#0008}
dialog form{display:flex;gap:8px;padding:0 16px 16px}
dialog input{flex:1;min-width:0;height:44px;padding:0 12px;border:1px solid var(--field);border-radius:12px;background:transparent}
.main{min-height:44px;padding:0 16px;border-radius:12px;background:var(--own);color:var(--own-ink);font-weight:600}
dialog.page{width:min(720px,calc(100vw - 32px));height:min(800px,calc(100dvh - 32px))}
dialog.page[open]{display:flex;flex-direction:column}
iframe{flex:1;width:100%;border:0;background:#fff}
footer{padding:12px 16px;font-size:14px}
@media(max-width:480px){.panel{inset:0;width:auto;height:100dvh;border-radius:0}}
`;
